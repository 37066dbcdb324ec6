"""A line to the server that brings an answer late."""

from playwright.sync_api import APIResponse, Page, Route


class Late:
    """The first answer to ``pattern`` comes when ``deliver`` is called, as it was then."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page = page
        self.held: list[Route] = []
        self.answers: list[APIResponse] = []
        page.route(pattern, self._hold_the_first)

    def _hold_the_first(self, route: Route) -> None:
        if self.held:
            route.continue_()
        else:
            self.held.append(route)
            self.answers.append(route.fetch())

    def deliver(self) -> None:
        [route], [answer] = self.held, self.answers
        with self.page.expect_event(
            "requestfinished", lambda request: request.url == route.request.url
        ):
            route.fulfill(response=answer)
