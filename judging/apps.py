from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "judging"

    def ready(self) -> None:
        from judging import audit_words
        from judging.services.archive import LEFT_OUT, PARTS
        from judging.services.calls import calls
        from judging.services.format import Judging
        from judging.services.storing import files_of
        from tournaments.services.archive_parts import register_parts
        from tournaments.services.calls import register_caller
        from tournaments.services.deleting import register_files
        from tournaments.services.formats.registry import register
        from tournaments.words import learn

        register(Judging())
        register_caller(calls)
        register_files(files_of)
        register_parts(PARTS, LEFT_OUT)
        learn(
            actions=audit_words.ACTIONS,
            kinds=audit_words.KINDS,
            tie_breaks=audit_words.CRITERIA,
            notes=audit_words.CRITERIA_NOTES,
        )
