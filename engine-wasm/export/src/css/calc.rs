//! `calc()`, `min()`, `max()` and `clamp()` of lengths that can be known without a screen.

use crate::style::number;
use cssparser::{ParseError, Parser, Token};

/// A sum of amounts by unit; the empty unit is a plain number.
#[derive(Clone, Debug, PartialEq)]
struct Sum(Vec<(String, f64)>);

impl Sum {
    fn of(amount: f64, unit: &str) -> Self {
        Self(vec![(unit.to_ascii_lowercase(), amount)])
    }

    fn plain(&self) -> Option<f64> {
        match self.0.as_slice() {
            [(unit, amount)] if unit.is_empty() => Some(*amount),
            _ => None,
        }
    }

    fn scaled(mut self, factor: f64) -> Self {
        for (_, amount) in &mut self.0 {
            *amount *= factor;
        }
        self
    }

    fn plus(mut self, other: Self, sign: f64) -> Self {
        for (unit, amount) in other.0 {
            match self.0.iter_mut().find(|(known, _)| *known == unit) {
                Some((_, known)) => *known += sign * amount,
                None => self.0.push((unit, sign * amount)),
            }
        }
        self.0.retain(|(_, amount)| *amount != 0.0);
        if self.0.is_empty() {
            self.0.push(("px".to_owned(), 0.0));
        }
        self
    }
}

/// The value of one of the four functions, given what stands between its brackets.
///
/// - Returns `None` when it is no arithmetic or cannot be known here; a sum of several units gives `calc(…)`.
pub(super) fn evaluate(name: &str, inner: &str) -> Option<String> {
    let mut input = Parser::new(inner);
    let sum = call(name, &mut input).ok()?;
    if !input.is_exhausted() {
        return None;
    }
    match sum.0.as_slice() {
        [(unit, amount)] => Some(format!("{}{unit}", number(*amount))),
        [first, rest @ ..] => {
            let mut text = format!("calc({}{}", number(first.1), first.0);
            for (unit, amount) in rest {
                let sign = if *amount < 0.0 { '-' } else { '+' };
                text.push_str(&format!(" {sign} {}{unit}", number(amount.abs())));
            }
            text.push(')');
            Some(text)
        }
        [] => None,
    }
}

fn call(name: &str, input: &mut Parser<'_>) -> Result<Sum, ParseError<()>> {
    let terms = input.parse_comma_separated(expression)?;
    let error = || ParseError::custom(());
    match (name, terms.as_slice()) {
        ("calc", [only]) => Ok(only.clone()),
        ("min" | "max", [first, rest @ ..]) => {
            let mut best = first.clone();
            for term in rest {
                best = pick(name, best, term.clone()).ok_or_else(error)?;
            }
            Ok(best)
        }
        ("clamp", [low, wanted, high]) => {
            let upper = pick("min", wanted.clone(), high.clone()).ok_or_else(error)?;
            pick("max", low.clone(), upper).ok_or_else(error)
        }
        _ => Err(error()),
    }
}

fn pick(name: &str, left: Sum, right: Sum) -> Option<Sum> {
    let ([(left_unit, a)], [(right_unit, b)]) = (left.0.as_slice(), right.0.as_slice()) else {
        return None;
    };
    if left_unit != right_unit {
        return None;
    }
    Some(if (name == "min") == (a <= b) { left } else { right })
}

fn expression(input: &mut Parser<'_>) -> Result<Sum, ParseError<()>> {
    let mut sum = product(input)?;
    loop {
        let state = input.state();
        match input.next() {
            Ok(Token::Delim('+')) => sum = sum.plus(product(input)?, 1.0),
            Ok(Token::Delim('-')) => sum = sum.plus(product(input)?, -1.0),
            _ => {
                input.reset(&state);
                return Ok(sum);
            }
        }
    }
}

fn product(input: &mut Parser<'_>) -> Result<Sum, ParseError<()>> {
    let mut left = term(input)?;
    loop {
        let state = input.state();
        let error = || ParseError::custom(());
        match input.next() {
            Ok(Token::Delim('*')) => {
                let right = term(input)?;
                left = match (left.plain(), right.plain()) {
                    (_, Some(factor)) => left.scaled(factor),
                    (Some(factor), None) => right.scaled(factor),
                    (None, None) => return Err(error()),
                };
            }
            Ok(Token::Delim('/')) => {
                let divisor = term(input)?
                    .plain()
                    .filter(|divisor| *divisor != 0.0)
                    .ok_or_else(error)?;
                left = left.scaled(1.0 / divisor);
            }
            _ => {
                input.reset(&state);
                return Ok(left);
            }
        }
    }
}

fn term(input: &mut Parser<'_>) -> Result<Sum, ParseError<()>> {
    match input.next().map_err(|_| ParseError::custom(()))?.clone() {
        Token::Number { value, .. } => Ok(Sum::of(f64::from(value), "")),
        Token::Dimension { value, unit, .. } => Ok(Sum::of(f64::from(value), &unit)),
        Token::Percentage { unit_value, .. } => Ok(Sum::of(f64::from(unit_value) * 100.0, "%")),
        Token::ParenthesisBlock => input.parse_nested_block(expression),
        Token::Function(name) => input.parse_nested_block(|input| call(&name.to_ascii_lowercase(), input)),
        Token::Delim('-') => Ok(term(input)?.scaled(-1.0)),
        _ => Err(ParseError::custom(())),
    }
}

#[cfg(test)]
mod tests {
    use super::evaluate;

    #[test]
    fn one_unit_folds() {
        for (inner, folded) in [
            ("16px * 1.2", "19.2px"),
            ("(1px + 2px) * 2 - 1px", "5px"),
            ("1.5em / 2", ".75em"),
            ("2 * 3", "6"),
            ("10px - 10px", "0px"),
        ] {
            assert_eq!(evaluate("calc", inner).as_deref(), Some(folded), "{inner}");
        }
        assert_eq!(evaluate("min", "3px,2px").as_deref(), Some("2px"));
        assert_eq!(evaluate("clamp", "1px,5px,3px").as_deref(), Some("3px"));
    }

    #[test]
    fn several_units_keep_one_sum() {
        assert_eq!(
            evaluate("calc", "100% - 2 * 4px").as_deref(),
            Some("calc(100% - 8px)")
        );
    }

    #[test]
    fn what_is_no_sum_is_left_alone() {
        for inner in ["", "1px *", "1px * 1px", "1px / 0", "red", "1px 2px"] {
            assert_eq!(evaluate("calc", inner), None, "{inner}");
        }
        assert_eq!(evaluate("min", "100%,2px"), None);
    }
}
