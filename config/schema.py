"""What the description of the API says about every operation alike."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Problem details (RFC 9457). `code` is stable; `title` is for people.",
    "properties": {
        "type": {"type": "string"},
        "code": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "params": {"type": "object", "additionalProperties": True},
        "errors": {"description": "By field, what was wrong with the request."},
        "match": {"type": "object", "additionalProperties": True},
    },
    "required": ["type", "code", "title", "status"],
}


class BearerToken(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a program signs in."""

    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


METHODS = {"get", "post", "put", "patch", "delete"}


def describe_problems(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Every operation may answer with problem details; bodies with names of their own stay."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    answer = {
        "description": "Refused; `code` says why.",
        "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
        },
    }
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in METHODS:
                responses = operation["responses"]
                responses.setdefault("4XX", answer)
                for status, response in responses.items():
                    if str(status).startswith("4") and "content" not in response:
                        response["content"] = answer["content"]
    return result
