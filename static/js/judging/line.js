// The line to the server: one request, its token, and what the answer means for the page.

import { language } from "../api.js";
import { cookie } from "../site.js";

const TRY = 12_000; // ms one request may take
const UPLOAD = 300_000; // ms a photo may take

export class Away extends Error {}

/** Rejects with Away when the server cannot be reached. Resolves to { ok, status, data }. */
export async function ask(method, url, body) {
  const isForm = body instanceof URLSearchParams;
  const headers = { Accept: "application/json", "Accept-Language": language };
  if (method !== "GET") headers["X-CSRFToken"] = cookie("csrftoken");
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  let response, data;
  try {
    response = await fetch(url, {
      method,
      headers,
      body: body === undefined || isForm ? body : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(TRY),
    });
    const isJSON = (response.headers.get("Content-Type") ?? "").includes("json");
    data = isJSON ? await response.json() : null;
  } catch {
    throw new Away();
  }
  return read(response.type === "opaqueredirect" ? 401 : response.status, data);
}

function read(status, data) {
  if (status >= 500) throw Object.assign(new Away(), { fault: status < 502 || status > 504 });
  return { ok: status >= 200 && status < 300, status, data, code: data?.code ?? "", out: signedOut(status, data) };
}

const signedOut = (status, data) => status === 401 || (status === 403 && data?.code !== "csrf_failed");

/** Send a file. `onProgress(percent)`. */
export function upload(url, file, name, onProgress) {
  return new Promise((done, failed) => {
    const form = new FormData(), request = new XMLHttpRequest();
    form.append("file", file, name);
    request.open("POST", url);
    request.timeout = UPLOAD;
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Accept-Language", language);
    request.setRequestHeader("X-CSRFToken", cookie("csrftoken"));
    request.upload.onprogress = event => event.lengthComputable && onProgress(Math.floor((100 * event.loaded) / event.total));
    request.onload = () => {
      let data = null;
      try {
        data = JSON.parse(request.responseText);
      } catch {
        // Not JSON: the status says enough.
      }
      try {
        done(read(request.status, data));
      } catch (error) {
        failed(error);
      }
    };
    request.onerror = request.ontimeout = () => failed(new Away());
    request.send(form);
  });
}
