"""What changes labelling; an idea per file, and every verb from here."""

from probierz.web.labelling.services.exports import export_labels
from probierz.web.labelling.services.labels import keep_label
from probierz.web.labelling.services.labels_as_submissions import bring_systems, hand_in_labels
from probierz.web.labelling.services.rounds import (
    create_candidate_round,
    create_round,
    delete_round,
    leave_round,
    let_go,
    let_in,
)

__all__ = [
    "bring_systems", "create_candidate_round", "create_round", "delete_round", "export_labels", "hand_in_labels",
    "keep_label", "leave_round", "let_go", "let_in",
]  # fmt: skip
