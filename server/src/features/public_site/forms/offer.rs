//! What a site offers to a visitor: packages, ways to pay.

use chrono::TimeDelta;
use moyan_domain::gate::Audience;
use moyan_domain::{PaymentMethod, SiteId};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_payments::Client;

use super::FormContext;
use super::checkout::user_agent_of;
use crate::features::membership::payment_methods::Texts;
use crate::features::membership::payment_methods::service as methods;
use crate::features::membership::{Entitlement, EntitlementState, service};
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::pages::frame::Page;
use crate::features::public_site::pages::plans::{self, OfferedMethod, PlansForm, PlansPage, Standing};
use crate::features::visitor::Visitor;

/// How long the member of a preview is one still.
const MEMBER_OF_PREVIEW: TimeDelta = TimeDelta::days(30);

/// What the site offers, and what the visitor has.
pub struct Offer {
    pub(super) standing: Standing,
    /// Whether the plan of the team lets it sell.
    is_selling: bool,
    pub(super) methods: Vec<(PaymentMethod, bool, Texts)>,
}

/// In which app the page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PayingBrowser {
    WeChat,
    Alipay,
    Other,
}

impl PayingBrowser {
    fn of_user_agent(user_agent: &str) -> Self {
        match () {
            () if user_agent.contains("AlipayClient") => Self::Alipay,
            () if Client::of_user_agent(user_agent) == Client::WeChat => Self::WeChat,
            () => Self::Other,
        }
    }

    /// The place of a method among those that are offered: first the app's own, last the one that a person confirms.
    fn place_of(self, method: PaymentMethod) -> u8 {
        match (self, method) {
            (Self::WeChat, PaymentMethod::WechatPay) | (Self::Alipay, PaymentMethod::Alipay) => 0,
            (Self::Other, PaymentMethod::WechatPay) => 1,
            (Self::Other, PaymentMethod::Alipay) => 2,
            (_, PaymentMethod::Stripe) => 3,
            // The other app is opened from neither.
            (Self::WeChat | Self::Alipay, PaymentMethod::Alipay | PaymentMethod::WechatPay) => 4,
            (_, PaymentMethod::Manual | PaymentMethod::Free) => 5,
        }
    }
}

impl Offer {
    pub(super) async fn of(context: &FormContext<'_>, visitor: Option<&Visitor>) -> Result<Self, AppError> {
        let found = Self::find(context.state, context.site_id(), visitor.cloned()).await?;
        let browser = PayingBrowser::of_user_agent(user_agent_of(context));
        Ok(found.sorted_for(browser))
    }

    /// What somebody of an audience is offered, who has no account.
    pub async fn to_audience(
        state: &AppState,
        site_id: SiteId,
        audience: Audience,
    ) -> Result<Self, AppError> {
        let now = state.clock.now();
        Ok(Self {
            standing: match audience {
                Audience::Guest => Standing::Guest,
                Audience::NonMember | Audience::Staff => Standing::None,
                Audience::Member => Standing::Until(now + MEMBER_OF_PREVIEW),
            },
            ..Self::find(state, site_id, None).await?
        })
    }

    async fn find(state: &AppState, site_id: SiteId, visitor: Option<Visitor>) -> Result<Self, AppError> {
        let now = state.clock.now();
        state
            .db
            .run(move |connection| {
                let entitlement = visitor
                    .as_ref()
                    .map(|visitor| service::entitlement_of(connection, site_id, visitor.id, now))
                    .transpose()?;
                Ok(Self {
                    standing: standing_of(entitlement),
                    is_selling: service::is_selling(connection, site_id, now)?,
                    methods: methods::list_enabled(connection, site_id, visitor.as_ref())?,
                }
                .sorted_for(PayingBrowser::Other))
            })
            .await
    }

    /// The methods in the order in which this browser opens them. Alipay's own does not open WeChat.
    fn sorted_for(mut self, browser: PayingBrowser) -> Self {
        self.methods.sort_by_key(|(method, ..)| browser.place_of(*method));
        if browser == PayingBrowser::Alipay && self.methods.len() > 1 {
            self.methods
                .retain(|(method, ..)| *method != PaymentMethod::WechatPay);
        }
        self
    }

    /// The page of the packages.
    pub fn page(&self, page_context: &PageContext<'_>, form: &PlansForm) -> Page {
        let membership = &page_context.settings().membership;
        let page = PlansPage {
            standing: self.standing,
            methods: &self.methods(),
            refund_policy: &membership.refund_policy,
            contact: &membership.contact,
            form,
        };
        plans::page(page_context, &page)
    }

    fn methods(&self) -> Vec<OfferedMethod> {
        let offered = |(method, is_test, _): &(PaymentMethod, bool, Texts)| OfferedMethod {
            method: *method,
            is_test: *is_test,
        };
        let sold = self.methods.iter().filter(|_| self.is_selling);
        sold.map(offered).collect()
    }

    pub(super) fn settings_of(&self, method: PaymentMethod) -> Option<&Texts> {
        let found = self.methods.iter().find(|(own, ..)| *own == method);
        found.map(|(_, _, settings)| settings)
    }
}

pub(super) fn standing_of(entitlement: Option<Entitlement>) -> Standing {
    let Some(entitlement) = entitlement else {
        return Standing::Guest;
    };
    match (entitlement.state, entitlement.ends_at) {
        (EntitlementState::Lifetime, _) => Standing::Lifetime,
        (EntitlementState::Active, Some(end)) => Standing::Until(end),
        (EntitlementState::Grace, Some(end)) => Standing::Grace(end),
        (EntitlementState::Expired, Some(end)) => Standing::Expired(end),
        _ => Standing::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_app_that_shows_the_page_comes_first_and_what_a_person_confirms_last() {
        use PaymentMethod::{Alipay, Manual, Stripe, WechatPay};
        for (user_agent, expected) in [
            (
                "Mozilla/5.0 (X11; Linux) Firefox/140.0",
                vec![WechatPay, Alipay, Stripe, Manual],
            ),
            (
                "Mozilla/5.0 (iPhone) Mobile/15E148",
                vec![WechatPay, Alipay, Stripe, Manual],
            ),
            (
                "Mozilla/5.0 (iPhone) MicroMessenger/8.0.50",
                vec![WechatPay, Stripe, Alipay, Manual],
            ),
            (
                "Mozilla/5.0 (Linux) WindowsWechat MicroMessenger/7.0",
                vec![WechatPay, Stripe, Alipay, Manual],
            ),
            (
                "Mozilla/5.0 (iPhone) AliApp(AP/10.5) AlipayClient/10.5",
                vec![Alipay, Stripe, Manual],
            ),
        ] {
            let offer = Offer {
                standing: Standing::Guest,
                is_selling: true,
                methods: [Manual, WechatPay, Alipay, Stripe]
                    .map(|method| (method, false, Texts::new()))
                    .into(),
            };
            let offer = offer.sorted_for(PayingBrowser::of_user_agent(user_agent));
            let order: Vec<PaymentMethod> = offer.methods().iter().map(|offered| offered.method).collect();
            assert_eq!(order, expected, "{user_agent}");
        }
    }
}
