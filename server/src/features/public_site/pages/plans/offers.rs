//! The packages that are sold.

use std::collections::BTreeMap;

use maud::{Markup, html};
use moyan_domain::yuan;
use uuid::Uuid;

use super::PlansPage;
use crate::features::public_site::content::page_context::{Fields, PageContext};
use crate::features::public_site::pages::icons::{self, Icon};
use crate::features::public_site::words::BuyingWords;
use crate::features::site::settings::{Package, PackagePeriod};

/// The packages that are sold; with fields to choose one where it can be bought.
pub fn offers(context: &PageContext<'_>, plans: &PlansPage<'_>, has_fields: bool) -> Markup {
    let words = context.words.buying;
    let membership = &context.settings().membership;
    let (places, offered): (Vec<usize>, Vec<&Package>) = membership
        .packages
        .iter()
        .enumerate()
        .filter(|(_, package)| !package.is_archived)
        .unzip();
    let chosen = chosen(&offered, plans.form.package_id);
    let cards = html! {
        div.offers.{ "offers-" (offered.len().min(3)) } {
            @for (package, place) in offered.iter().zip(places) {
                @let at = context.at(format!("membership.packages[{place}]"));
                (offer(&at, context, package, &offered, has_fields.then_some(chosen == Some(package.id))))
            }
        }
    };
    html! {
        @if has_fields {
            fieldset.offers-field {
                legend.unseen { (words.choose_package) }
                (cards)
            }
        } @else {
            (cards)
        }
        @if !words.currency.is_empty() { p.small-print { (words.currency) } }
        @if !membership.general_benefits.is_empty() {
            section.for-all {
                h2.block-title { (words.for_all) }
                ul.ticks data-field=[context.field("membership.generalBenefits")] {
                    @for benefit in &membership.general_benefits { li { (icons::draw(Icon::Tick)) span { (benefit) } } }
                }
            }
        }
    }
}

/// The package that was asked for, else the recommended one, else the first.
fn chosen(offered: &[&Package], asked: Option<Uuid>) -> Option<Uuid> {
    let find = |is_it: &dyn Fn(&Package) -> bool| {
        offered
            .iter()
            .find(|package| is_it(package))
            .map(|package| package.id)
    };
    find(&|package| Some(package.id) == asked)
        .or_else(|| find(&|package| package.is_recommended))
        .or_else(|| find(&|_| true))
}

/// One package: `chosen` is none where nothing can be bought.
fn offer(
    at: &Fields<'_>,
    context: &PageContext<'_>,
    package: &Package,
    offered: &[&Package],
    chosen: Option<bool>,
) -> Markup {
    let words = context.words.buying;
    let id = format!("package-{}", package.id);
    let price = package.price_fen();
    // What a preview is made of may be no price yet.
    let shown_price = price.map_or_else(|| package.price.clone(), yuan);
    html! {
        div.offer.offer-recommended[package.is_recommended] data-field=[at.own()] {
            @if let Some(is_chosen) = chosen {
                input.offer-choice type="radio" name="packageId" id=(id) value=(package.id) required checked[is_chosen];
                input type="hidden" name={ "price." (package.id) } value=(price.unwrap_or_default());
            }
            @let head = html! {
                span.offer-name data-field=[at.of("name")] { (package.name) }
                @if package.is_recommended { span.offer-mark { (words.recommended) } }
                span.offer-price {
                    span.offer-amount data-field=[at.of("price")] { (shown_price) } " " span.offer-period { (period(context, package.period)) }
                }
                @if let Some(saving) = saving(package, offered) {
                    span.offer-saving { (words.saving(&yuan(saving))) }
                }
            };
            @if chosen.is_some() { label.offer-head for=(id) { (head) } } @else { div.offer-head { (head) } }
            @if !package.benefits.is_empty() {
                ul.ticks data-field=[at.of("benefits")] {
                    @for benefit in &package.benefits { li { (icons::draw(Icon::Tick)) span { (benefit) } } }
                }
            }
        }
    }
}

/// What stands behind a price.
fn period(context: &PageContext<'_>, period: PackagePeriod) -> &'static str {
    of_period(context.words.buying.per, period)
}

/// How long a package lasts, as it stands behind its name.
pub fn length(words: &BuyingWords, period: PackagePeriod) -> &'static str {
    of_period(words.lengths, period)
}

fn of_period([monthly, yearly, lifetime]: [&'static str; 3], period: PackagePeriod) -> &'static str {
    match period {
        PackagePeriod::Monthly => monthly,
        PackagePeriod::Yearly => yearly,
        PackagePeriod::Lifetime => lifetime,
    }
}

/// What a year costs less than twelve months of the package with the same name, else of the only monthly one.
fn saving(package: &Package, offered: &[&Package]) -> Option<i64> {
    if package.period != PackagePeriod::Yearly {
        return None;
    }
    let monthly: BTreeMap<&str, &Package> = offered
        .iter()
        .filter(|other| other.period == PackagePeriod::Monthly)
        .map(|other| (other.name.as_str(), *other))
        .collect();
    let only = monthly.values().next().filter(|_| monthly.len() == 1);
    let month = monthly.get(package.name.as_str()).or(only)?.price_fen()?;
    let saving = month.checked_mul(12)?.checked_sub(package.price_fen()?)?;
    (saving > 0).then_some(saving)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::public_site::testing::sold;

    #[test]
    fn a_year_names_what_it_saves_against_twelve_months() {
        let [month, year, life] = sold();
        let all = [&month, &year, &life];
        assert_eq!(saving(&year, &all), Some(30 * 1200 - 29_900));
        assert_eq!(saving(&month, &all), None);
        assert_eq!(saving(&life, &all), None);
        let dear = Package {
            price: "360".to_owned(),
            ..year.clone()
        };
        assert_eq!(saving(&dear, &all), None, "nothing is saved");
        let other = Package {
            name: "专业版".to_owned(),
            ..month.clone()
        };
        assert_eq!(
            saving(&year, &[&month, &other, &year]),
            None,
            "nobody knows which month"
        );
        let namesake = Package {
            name: year.name.clone(),
            price: "40".to_owned(),
            ..month.clone()
        };
        assert_eq!(
            saving(&year, &[&month, &namesake, &year]),
            Some(40 * 1200 - 29_900)
        );
    }

    #[test]
    fn the_recommended_package_is_chosen_unless_another_was_asked_for() {
        let [month, year, life] = sold();
        let all = [&month, &year, &life];
        assert_eq!(chosen(&all, None), Some(year.id));
        assert_eq!(chosen(&all, Some(life.id)), Some(life.id));
        assert_eq!(chosen(&all, Some(Uuid::nil())), Some(year.id));
        assert_eq!(chosen(&[&month, &life], None), Some(month.id));
        assert_eq!(chosen(&[], None), None);
    }
}
