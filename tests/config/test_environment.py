"""How settings of the environment are read."""

from config.environment import database


def test_a_database_may_be_reached_by_a_socket_of_the_file_system() -> None:
    found = database("postgresql://taikai@%2Frun%2Fpostgresql:5433/taikai")
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("/run/postgresql", 5433, "taikai")
