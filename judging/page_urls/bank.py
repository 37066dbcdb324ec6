"""Addresses of the problem bank, for its committee."""

from django.urls import URLPattern, path

from judging.views import bank, bank_lists, bank_problem

urlpatterns: list[URLPattern] = [
    path("bank/", bank.banks, name="banks"),
    path("bank/<uuid:found_id>/", bank.bank, name="bank"),
    path("bank/<uuid:found_id>/rename/", bank.bank_rename, name="bank_rename"),
    path("bank/<uuid:found_id>/members/add/", bank.member_add, name="bank_member_add"),
    path("bank/<uuid:found_id>/members/<int:member_id>/remove/", bank.member_remove,
         name="bank_member_remove"),
    path("bank/<uuid:found_id>/new/", bank_problem.problem_new, name="problem_new"),
    path("bank/<uuid:found_id>/preview/", bank_problem.problem_preview, name="problem_preview"),
    path("bank/<uuid:found_id>/board/", bank_problem.board, name="bank_board"),
    path("bank/<uuid:found_id>/images/add/", bank_problem.image_add, name="bank_image_add"),
    path("bank/<uuid:found_id>/generate/", bank_lists.generate, name="generate"),
    path("bank/<uuid:found_id>/import/", bank_lists.bank_import, name="bank_import"),
    path("bank/<uuid:found_id>/export.<slug:form>", bank_lists.bank_export, name="bank_export"),
    path("bank/problems/<uuid:found_id>/", bank_problem.problem, name="problem"),
    path("bank/problems/<uuid:found_id>/edit/", bank_problem.problem_edit, name="problem_edit"),
    path("bank/problems/<uuid:found_id>/state/", bank_problem.problem_state,
         name="problem_state"),
    path("j/images/<uuid:image_id>/", bank.image, name="image"),
]  # fmt: skip
