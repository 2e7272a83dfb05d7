//! A vendor's price list as a CSV file: a row becomes a product in a category.

use crate::{
    forms::{error::ValidationError, form::Form as _},
    imports::csv::{Importable, mapping::sheet_fields, row::Row},
    products::{CategoryForm, ProductForm},
    types::{money::Money, normalize::fold_name},
};

sheet_fields! {
    /// A field of a product that a column of a price list can map to.
    PriceField
    Category "category" "The title of its category." needed ImportNoCategory [
        "category" "categoryname" "categorytitle" "productcategory" "group" "productgroup"
        "department" "section" "type" "categoria" "grupo" "departamento" "seccion" "tipo"
    ]
    Name "name" "The product's name." needed ImportNoProduct [
        "name" "product" "productname" "item" "itemname" "material" "description" "productdescription"
        "itemdescription" "nombre" "producto" "nombredelproducto" "articulo" "descripcion"
    ]
    UnitCost "unitCost" "The cost of one unit." needed ImportNoUnitCost [
        "unitcost" "cost" "unitprice" "price" "costperunit" "priceperunit" "costeach" "priceeach" "each"
        "netprice" "yourprice" "amount" "costounitario" "costo" "preciounitario" "precio" "importe"
    ]
}

/// A product read from a row of a price list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedProduct {
    /// The title of its category.
    pub category: String,
    /// Its name.
    pub name: String,
    /// The cost of one unit.
    pub unit_cost: Money,
    /// The key that it shares with its duplicates: the product and its cost. If a list has a product at two
    /// costs, the later one applies, as with two lists.
    pub key: String,
}

impl Importable for ImportedProduct {
    const IS_EXPORTED: bool = false;
    type Field = PriceField;

    fn read(mut row: Row<'_>) -> Result<Self, Vec<ValidationError>> {
        let category = CategoryForm { title: row.exported_text(PriceField::Category) };
        let product = ProductForm {
            name: row.exported_text(PriceField::Name),
            unit_cost: row.amount(PriceField::UnitCost),
        };
        for mut refusal in category.check().err().unwrap_or_default() {
            // The form of a category has the field `title`, the list `category`.
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
