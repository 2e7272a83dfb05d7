//! Searching a long price list, letter by letter.

use domain::products::{self, CategoryForm, ProductForm, ProductIndex};

const TITLES: [&str; 3] = ["Shingles", "Ventilación", "Nails"];

const PRODUCTS: [(&str, Option<usize>); 5] = [
    ("Architectural, charcoal", Some(0)),
    ("Ridge vent 4 ft", Some(1)),
    ("Étanche membrane", Some(1)),
    ("", Some(0)),
    ("Loose nails", None),
];

#[test]
fn the_index_finds_the_same_products_as_the_rule_in_the_same_order() {
    let index = ProductIndex::new(TITLES, PRODUCTS);
    for query in
        ["", " ", "vent", "RIDGE ventilacion", "shingles charcoal", "nails", "etanche", "zz"]
    {
        let matches = |(name, at): (&str, Option<usize>)| {
            let product = ProductForm { name: name.to_owned(), unit_cost: None };
            let title = at.map(|at| TITLES[at].to_owned()).unwrap_or_default();
            products::matches(query, &product, &CategoryForm { title })
        };
        let expected: Vec<u32> = (0..)
            .zip(PRODUCTS)
            .filter(|(_, product)| matches(*product))
            .map(|(at, _)| at)
            .collect();
        assert_eq!(index.search(query), expected, "{query}");
    }
    assert_eq!(index.search("vent"), [1, 2]);
}

#[test]
fn a_category_is_found_by_its_title_though_it_has_no_product() {
    let index = ProductIndex::new(TITLES, PRODUCTS);
    assert_eq!(index.categories("nails"), [2]);
    assert_eq!(index.categories("ventilacion"), [1]);
    assert!(index.categories("ridge").is_empty());
}

#[test]
fn no_word_is_found_across_title_and_name() {
    let index = ProductIndex::new(["Roof"], [("ing felt", Some(0))]);
    assert!(index.search("roofing").is_empty());
}
