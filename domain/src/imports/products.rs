//! A vendor's price list as a CSV file: a row becomes a product in a category.

use crate::{
    forms::{error::ValidationError, form::Form as _},
    imports::csv::{Importable, mapping::sheet_fields, row::Row},
    products::{CategoryForm, ProductForm},
    types::{money::Money, normalize::fold_name},
};

sheet_fields! {
    /// A field of a product that a column of a price list may give.
    PriceField
    Category "category" "Which category it belongs to." needed ImportNoCategory [
        "category" "categoryname" "categorytitle" "productcategory" "group" "productgroup"
        "department" "section" "type" "categoria" "grupo" "departamento" "seccion" "tipo"
    ]
    Name "name" "What the product is called." needed ImportNoProduct [
        "name" "product" "productname" "item" "itemname" "material" "description" "productdescription"
        "itemdescription" "nombre" "producto" "nombredelproducto" "articulo" "descripcion"
    ]
    UnitCost "unitCost" "What one of it costs." needed ImportNoUnitCost [
        "unitcost" "cost" "unitprice" "price" "costperunit" "priceperunit" "costeach" "priceeach" "each"
        "netprice" "yourprice" "amount" "costounitario" "costo" "preciounitario" "precio" "importe"
    ]
}

/// A product as a row of a price list describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedProduct {
    /// The title of its category.
    pub category: String,
    /// What it is called.
    pub name: String,
    /// What one of it costs.
    pub unit_cost: Money,
    /// What makes the row the same as another: the product and its cost. Where a list names a
    /// product at two costs, the later one stands, as it would had there been two lists.
    pub key: String,
}

impl Importable for ImportedProduct {
    type Field = PriceField;

    fn read(mut row: Row<'_>) -> Result<Self, Vec<ValidationError>> {
        let category = CategoryForm { title: row.exported_text(PriceField::Category) };
        let product = ProductForm {
            name: row.exported_text(PriceField::Name),
            unit_cost: row.amount(PriceField::UnitCost),
        };
        for mut refusal in category.check().err().unwrap_or_default() {
            // The form of a category calls it a title, the list a category.
            PriceField::Category.as_str().clone_into(&mut refusal.field);
            row.errors.add(refusal);
        }
        row.errors.add_all(product.check());
        row.errors.finish()?;
        let unit_cost = product.cost();
        let (title, name) = (category.title, product.name);
        let key = format!("{}\n{}\n{}", fold_name(&title), fold_name(&name), unit_cost.cents());
        Ok(Self { category: title, name, unit_cost, key })
    }

    fn key(&self) -> &str {
        &self.key
    }
}
