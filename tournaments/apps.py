from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from accounts.landing import register
        from games.desks import register_desk
        from tournaments.services.match_desk import match_desk
        from tournaments.services.player import guide

        register(guide)
        register_desk(match_desk)
