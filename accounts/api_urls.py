from django.urls import URLPattern, URLResolver, path

from accounts.api import Me, Token, Tokens

urlpatterns: list[URLPattern | URLResolver] = [
    path("me/", Me.as_view(), name="api-me"),
    path("tokens/", Tokens.as_view(), name="api-tokens"),
    path("tokens/<uuid:token>/", Token.as_view(), name="api-token"),
]
