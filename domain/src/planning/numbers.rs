//! Whole numbers of forms and rules, with their limits.

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    types::money::FormNumber,
};

/// Reads a required whole number within limits, both included.
pub fn whole(
    field: &str,
    number: Option<FormNumber>,
    min: i32,
    max: i32,
) -> Result<i32, ValidationError> {
    let Some(number) = number else {
        return Err(ValidationError::new(field, Code::Required, Text::Required));
    };
    if number.decimals() > 0 {
        return Err(ValidationError::new(field, Code::Format, Text::WholeNumber));
    }
    if number < FormNumber::whole(min.into()) {
        return Err(too_small(field, min));
    }
    let within = number.to_whole().and_then(|whole| i32::try_from(whole).ok());
    within.filter(|whole| *whole <= max).ok_or_else(|| {
        ValidationError::new(field, Code::TooLarge, Text::TooLarge)
            .with("max", &FormNumber::whole(max.into()))
    })
}

/// The refusal of a number below the smallest allowed.
#[must_use]
pub fn too_small(field: &str, min: i32) -> ValidationError {
    ValidationError::new(field, Code::TooSmall, Text::TooSmall)
        .with("min", &FormNumber::whole(min.into()))
}

/// Refuses a list with more entries than allowed.
pub fn at_most(field: &str, entries: usize, max: u32) -> Result<(), ValidationError> {
    if entries <= max as usize {
        return Ok(());
    }
    Err(ValidationError::new(field, Code::TooLarge, Text::TooManyChosen).with("max", &max))
}
