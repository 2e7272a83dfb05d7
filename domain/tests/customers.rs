//! Searching a long list of customers, letter by letter.

use domain::customers::{self, CustomerForm, CustomerIndex};

fn customer(first: &str, last: &str, company: &str, phone: &str, city: &str) -> CustomerForm {
    CustomerForm {
        first_name: first.to_owned(),
        last_name: last.to_owned(),
        company: company.to_owned(),
        phone: phone.to_owned(),
        city: city.to_owned(),
        ..CustomerForm::default()
    }
}

#[test]
fn the_index_finds_the_same_customers_as_the_rule_in_the_same_order() {
    let known = [
        customer("Renée", "O'Neil", "", "303-555-0142", "Littleton"),
        customer("Sonia", "Peña", "Ellery HOA", "720-555-0110", "Arvada"),
        customer("", "", "", "", ""),
        customer("Łukasz", "Ivers", "PENA Roofing", "720-555-0121", "Denver"),
    ];
    let index = CustomerIndex::new(known.clone());
    for query in ["", " ", "pena", "PEÑA hoa", "renee o'neil", "720", "neil 303", "lukasz", "zz"] {
        let expected: Vec<u32> = (0..)
            .zip(&known)
            .filter(|(_, customer)| customers::matches(query, customer))
            .map(|(at, _)| at)
            .collect();
        assert_eq!(index.search(query), expected, "{query}");
    }
    assert_eq!(index.search("pena"), [1, 3]);
}

#[test]
fn no_word_is_found_across_two_fields() {
    let index = CustomerIndex::new([customer("Ana", "Lund", "", "", "")]);
    assert!(index.search("analund").is_empty());
    assert!(index.search("ana\nlund").contains(&0), "a line break parts two words");
}
