from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from accounts.landing import register
        from tournaments.services.player import guide

        register(guide)
