//! Users' texts that a viewer may read, for translation.

use domain::{
    translations::{translations::TranslationKind, written_language::written_language},
    types::language::Language,
};
use uuid::Uuid;

use crate::{
    chat::members::rooms_of_member,
    db::prelude::*,
    jobs::visibility::{JobSelection, Viewer, seen_jobs},
};

/// An original text.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// The id of its row.
    pub id: Uuid,
    /// The name of its field on the wire.
    pub field: &'static str,
    /// The text.
    pub text: String,
    /// The language in which it is written, or its author's, if the author is known.
    pub language: Option<Language>,
}

/// A row with one text.
struct OneTextRow {
    id: Uuid,
    content: Option<String>,
}

/// A row with two texts.
struct TwoTextsRow {
    id: Uuid,
    first: Option<String>,
    second: Option<String>,
}

/// A row with a known author.
struct AuthoredTextRow {
    id: Uuid,
    content: String,
    language: Language,
}

columns! {
    OneTextRow { id, content }
    TwoTextsRow { id, first, second }
    AuthoredTextRow { id, content, language }
}

/// The texts of these rows that this viewer may read, unordered: one statement, whatever the number. Also
/// returns, first, the ids that were found, including rows without a text.
pub async fn find(
    tx: &mut Tx,
    viewer: &Viewer,
    kind: TranslationKind,
    ids: &[Uuid],
) -> DbResult<Found> {
    let listed = |sql: Sql| sql.bind_list("ids", ids.iter().copied());
    Ok(match kind {
        TranslationKind::Appointment => {
            two(listed(appointments(viewer)).all(tx).await?, ["note", "followUpNote"])
        }
        TranslationKind::Category => one(listed(categories(viewer)).all(tx).await?, "title"),
        TranslationKind::ChatMessage => {
            authored(listed(chat_messages(viewer)).all(tx).await?, "contents")
        }
        TranslationKind::Company => one(listed(companies()).all(tx).await?, "description"),
        TranslationKind::Job => {
            two(listed(jobs(viewer)).all(tx).await?, ["title", "inspectionNote"])
        }
        TranslationKind::JobNote => authored(listed(job_notes(viewer)).all(tx).await?, "content"),
        TranslationKind::Product => one(listed(products(viewer)).all(tx).await?, "name"),
        TranslationKind::PurchaseOrder => {
            one(listed(purchase_orders(viewer)).all(tx).await?, "title")
        }
        TranslationKind::PurchaseOrderItem => {
            let items = listed(purchase_order_items(viewer)).all(tx).await?;
            two(items, ["productName", "categoryTitle"])
        }
        TranslationKind::Qualification => {
            one(listed(qualifications()).all(tx).await?, "qualification")
        }
        TranslationKind::Vendor => one(listed(vendors(viewer)).all(tx).await?, "name"),
        TranslationKind::WorkOrder => one(listed(work_orders(viewer)).all(tx).await?, "title"),
        TranslationKind::WorkOrderItem => {
            two(listed(work_order_items(viewer)).all(tx).await?, ["title", "description"])
        }
    })
}

type Found = (Vec<Uuid>, Vec<SourceText>);

fn written(
    id: Uuid,
    field: &'static str,
    text: Option<String>,
    language: Option<Language>,
) -> Option<SourceText> {
    let text = text.filter(|text| !text.trim().is_empty())?;
    Some(SourceText { id, field, text, language })
}

fn one(rows: Vec<OneTextRow>, field: &'static str) -> Found {
    let ids = rows.iter().map(|row| row.id).collect();
    let texts = rows.into_iter().filter_map(|row| written(row.id, field, row.content, None));
    (ids, texts.collect())
}

fn two(rows: Vec<TwoTextsRow>, fields: [&'static str; 2]) -> Found {
    let ids = rows.iter().map(|row| row.id).collect();
    let texts = rows.into_iter().flat_map(|row| {
        let texts = [row.first, row.second];
        fields
            .into_iter()
            .zip(texts)
            .filter_map(move |(field, text)| written(row.id, field, text, None))
    });
    (ids, texts.collect())
}

fn authored(rows: Vec<AuthoredTextRow>, field: &'static str) -> Found {
    let ids = rows.iter().map(|row| row.id).collect();
    let texts = rows.into_iter().filter_map(|row| {
        let language = written_language(&row.content).unwrap_or(row.language);
        written(row.id, field, Some(row.content), Some(language))
    });
    (ids, texts.collect())
}

fn appointments(viewer: &Viewer) -> Sql {
    sql!(
        "SELECT id, note AS first, follow_up_note AS second FROM appointment
         WHERE company_id = $1 AND (CAST($2 AS UUID) IS NULL OR assigned_to_id = $2)
             AND id IN ({ids})"
    )
    .bind(viewer.scope)
    .bind(viewer.only_assigned_to())
}

fn categories(viewer: &Viewer) -> Sql {
    sql!(
        "SELECT id, title AS content FROM product_category WHERE company_id = $1 AND id IN ({ids})"
    )
    .bind(viewer.scope)
}

fn chat_messages(viewer: &Viewer) -> Sql {
    sql!(concat!(
        "SELECT chat_message.id, chat_message.contents AS content, chat_message.language
         FROM chat_message JOIN chat_room ON chat_room.id = chat_message.room_id
         WHERE chat_message.id IN ({ids}) AND ",
        rooms_of_member!("$1", "$2")
    ))
    .bind(viewer.scope)
    .bind(viewer.only_assigned_to())
}

/// Every signed-in user may read the page of every company.
fn companies() -> Sql {
    sql!("SELECT id, description AS content FROM company WHERE id IN ({ids})")
}

/// Access as for [`companies`].
fn qualifications() -> Sql {
    sql!("SELECT id, qualification AS content FROM qualification WHERE id IN ({ids})")
}

fn products(viewer: &Viewer) -> Sql {
    sql!(
        "SELECT product.id, product.name AS content
         FROM product JOIN product_category ON product_category.id = product.category_id
         WHERE product_category.company_id = $1 AND product.id IN ({ids})"
    )
    .bind(viewer.scope)
}

fn vendors(viewer: &Viewer) -> Sql {
    sql!("SELECT id, name AS content FROM vendor WHERE company_id = $1 AND id IN ({ids})")
        .bind(viewer.scope)
}

fn jobs(viewer: &Viewer) -> Sql {
    seen_jobs!(
        viewer,
        JobSelection::All,
        "SELECT job.id, job.title AS first, job.inspection_note AS second FROM job WHERE ",
        " AND job.id IN ({ids})"
    )
}

fn job_notes(viewer: &Viewer) -> Sql {
    seen_jobs!(
        viewer,
        JobSelection::All,
        "SELECT job_note.id, job_note.content,
             COALESCE(person.language, guest_link.language, 'english') AS language
         FROM job_note JOIN job ON job.id = job_note.job_id
         LEFT JOIN person ON person.id = job_note.author_id
         LEFT JOIN guest_link ON guest_link.id = job_note.guest_link_id WHERE ",
        " AND job_note.id IN ({ids})"
    )
}

fn work_orders(viewer: &Viewer) -> Sql {
    seen_jobs!(
        viewer,
        JobSelection::All,
        "SELECT work_order.id, work_order.title AS content
         FROM work_order JOIN job ON job.id = work_order.job_id WHERE ",
        " AND work_order.id IN ({ids})"
    )
}

fn work_order_items(viewer: &Viewer) -> Sql {
    seen_jobs!(
        viewer,
        JobSelection::All,
        "SELECT work_order_item.id, work_order_item.title AS first,
             work_order_item.description AS second
         FROM work_order_item JOIN work_order ON work_order.id = work_order_item.work_order_id
         JOIN job ON job.id = work_order.job_id WHERE ",
        " AND work_order_item.id IN ({ids})"
    )
}

fn purchase_orders(viewer: &Viewer) -> Sql {
    seen_jobs!(
        viewer,
        JobSelection::All,
        "SELECT purchase_order.id, purchase_order.title AS content
         FROM purchase_order JOIN job ON job.id = purchase_order.job_id WHERE ",
        " AND purchase_order.id IN ({ids})"
    )
}

fn purchase_order_items(viewer: &Viewer) -> Sql {
    seen_jobs!(
        viewer,
        JobSelection::All,
        "SELECT purchase_order_item.id, purchase_order_item.product_name AS first,
             purchase_order_item.category_title AS second
         FROM purchase_order_item
         JOIN purchase_order ON purchase_order.id = purchase_order_item.purchase_order_id
         JOIN job ON job.id = purchase_order.job_id WHERE ",
        " AND purchase_order_item.id IN ({ids})"
    )
}
