from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "judging"

    def ready(self) -> None:
        from judging.services.format import Judging
        from tournaments.services.formats.registry import register

        register(Judging())
