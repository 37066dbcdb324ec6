"""The API's side of people: who I am, and the tokens of my programs."""

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import ApiToken, User
from accounts.services.tokens import create_token, revoke_token
from accounts.strict import Text


def asking(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


class MeSerializer(serializers.ModelSerializer[User]):
    class Meta:
        model = User
        fields: ClassVar = ["id", "name", "username", "language", "is_organiser"]
        read_only_fields: ClassVar = fields


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    label = Text(max_length=100)  # type: ignore[assignment]

    class Meta:
        model = ApiToken
        fields: ClassVar = ["id", "label", "created_at", "last_used_at"]
        read_only_fields: ClassVar = ["id", "created_at", "last_used_at"]


class NewTokenSerializer(TokenSerializer):
    """The only answer that holds the secret."""

    secret = serializers.CharField(read_only=True)

    class Meta(TokenSerializer.Meta):
        fields: ClassVar = [*TokenSerializer.Meta.fields, "secret"]


@extend_schema(tags=["people"], summary="Who I am")
class Me(generics.RetrieveAPIView[User]):
    permission_classes = [IsAuthenticated]
    serializer_class = MeSerializer

    def get_object(self) -> User:
        return asking(self.request)


@extend_schema(tags=["people"])
class Tokens(generics.ListAPIView[ApiToken]):
    permission_classes = [IsAuthenticated]
    serializer_class = TokenSerializer
    queryset = ApiToken.objects.none()

    def get_queryset(self) -> QuerySet[ApiToken]:
        live = ApiToken.objects.filter(user=asking(self.request), revoked_at=None)
        return live.order_by("created_at", "id")

    @extend_schema(summary="The tokens of my programs")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        summary="Make a token",
        description="The secret is in this answer only. At most 50 for one person.",
        request=TokenSerializer,
        responses={
            201: NewTokenSerializer,
            400: OpenApiResponse(description="The label is missing or too long."),
            409: OpenApiResponse(description="`too_many_tokens`"),
        },
    )
    def post(self, request: Request) -> Response:
        typed = TokenSerializer(data=request.data)
        typed.is_valid(raise_exception=True)
        token, secret = create_token(
            user=asking(request), label=typed.validated_data["label"], at=timezone.now()
        )
        answer = TokenSerializer(token).data | {"secret": secret}
        return Response(answer, status=status.HTTP_201_CREATED)


@extend_schema(tags=["people"])
class Token(generics.GenericAPIView[ApiToken]):
    permission_classes = [IsAuthenticated]
    queryset = ApiToken.objects.none()

    @extend_schema(summary="Revoke a token", responses={204: None})
    def delete(self, request: Request, token: UUID) -> Response:
        revoke_token(user=asking(request), token=token, at=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
