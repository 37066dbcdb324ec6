from django.urls import URLPattern, URLResolver, path

from accounts.views import account, entrance, organisers

app_name = "accounts"
urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-in/", entrance.sign_in, name="sign_in"),
    path("sign-out/", entrance.sign_out, name="sign_out"),
    path("setup/<str:token>/", entrance.first_organiser, name="setup"),
    path("password/<str:token>/", entrance.choose_password, name="choose_password"),
    path("p/<str:token>/", entrance.personal_link, name="personal_link"),
    path("account/", account.account, name="account"),
    path("account/name/", account.rename, name="rename"),
    path("account/password/", account.change_password, name="change_password"),
    path("account/sign-out/", account.sign_out_everywhere, name="sign_out_everywhere"),
    path("account/tokens/", account.create_token, name="create_token"),
    path("account/tokens/<uuid:token>/revoke/", account.revoke_token, name="revoke_token"),
    path("theme/", account.theme, name="theme"),
    path("people/", organisers.people, name="people"),
    path("people/invite/", organisers.invite, name="invite"),
    path("people/<uuid:person>/password/", organisers.reset_password, name="reset_password"),
    path("people/<uuid:person>/deactivate/", organisers.deactivate, name="deactivate"),
    path("people/<uuid:person>/reactivate/", organisers.reactivate, name="reactivate"),
]
