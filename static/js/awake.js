// The screen does not go dark while `wanted()`, where the browser may see to it (https, localhost).

const LOOK = 5_000; // ms between two looks whether it is still wanted

export function keepAwake(wanted = () => true) {
  if (!("wakeLock" in navigator)) return;
  let lock = null, asked = false;

  async function look() {
    if (!wanted()) return lock?.release();
    if (lock || asked || document.hidden) return;
    asked = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      // A battery that is nearly empty goes first.
    } finally {
      asked = false;
    }
  }

  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK);
  look();
}
