import type { DRAFT_TABS, DraftTab } from '../config/site-tabs';
import type { components, paths } from './generated/schema';
import type { TabDrafts } from './site-settings';

/** Types of the API under short names; the generated file documents their fields. */
type Schemas = components['schemas'];

/** What a list takes, without the place of its page. */
type QueryOf<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } }
  ? Omit<NonNullable<Q>, 'cursor' | 'limit'>
  : never;

export type AdminJob = Schemas['AdminJobDto'];
export type AdminMail = Schemas['AdminMailDto'];
export type AdminOverview = Schemas['AdminOverviewDto'];
export type AdminTeam = Schemas['AdminTeamDto'];
export type AdminUser = Schemas['AdminUserDto'];
export type AuditAction = Schemas['AuditAction'];
export type AuditEntry = Schemas['AuditEntryDto'];
export type CodePurpose = Schemas['CodePurpose'];
export type CodeSent = Schemas['CodeSentDto'];
export type DeviceSession = Schemas['SessionDto'];
export type IdentityType = Schemas['IdentityType'];
export type Invitation = Schemas['InvitationDto'];
export type InvitationLookup = Schemas['InvitationLookupDto'];
export type JobKind = Schemas['JobKind'];
export type JobStatus = Schemas['JobStatus'];
export type MailStatus = Schemas['MailStatus'];
export type KnowledgeBase = Schemas['KnowledgeBaseDto'];
export type KnowledgeBaseChanges = Schemas['UpdateKnowledgeBaseRequest'];
export type KnowledgeBaseStatus = Schemas['KnowledgeBaseStatus'];
export type Member = Schemas['MemberDto'];
export type Plan = Schemas['Plan'];
export type Role = Schemas['Role'];
export type ServerConfig = Schemas['ConfigDto'];
export type Team = Schemas['TeamDto'];
export type TeamAction = Schemas['Action'];
export type TeamOverview = Schemas['TeamOverviewDto'];
export type UploadedImage = Schemas['UploadedImageDto'];
export type UserInfo = Schemas['UserInfoDto'];

/** A page of a list, and where the next one begins. */
export interface Page<T> {
  items: T[];
  nextCursor?: string | null;
}

export type Site = Schemas['SiteDto'];
export type ListedSite = Schemas['ListedSiteDto'];
export type SiteStatus = Schemas['SiteStatus'];
export type CreateSite = Schemas['CreateSiteRequest'];
export type Moved = Schemas['MovedDto'];
export type DuplicateSite = Schemas['DuplicateSiteRequest'];
export type SiteChanges = Schemas['UpdateSiteRequest'];
export type SlugCheck = Schemas['SlugDto'];
export type SiteDomain = Schemas['SiteDomainDto'];
export type SiteDomains = Schemas['SiteDomainsDto'];
export type SiteOverview = Schemas['SiteOverviewDto'];
export type SiteViews = Schemas['SiteViewsDto'];
export type TeamViews = Schemas['TeamViewsDto'];
export type Release = Schemas['ReleaseDto'];
export type Releases = Schemas['ReleasesDto'];
export type DocumentSchedule = Schemas['DocumentScheduleDto'];
export type ChangedSettings = Schemas['ChangedSettingsDto'];
export type ChangedTab = Schemas['ChangedTabDto'];
export type Changes = Schemas['ChangesDto'];
export type MissingMedia = Schemas['MissingMediaDto'];
export type ChangedDocument = Schemas['ChangedDocumentDto'];
export type ChangedText = Schemas['ChangedTextDto'];
export type Redirect = Schemas['RedirectDto'];
export type BaseComparison = Schemas['BaseComparisonDto'];
export type Redirects = Schemas['RedirectsDto'];

/** What each tab of a site's settings holds, by its name in paths. */
export type SettingsData = {
  [K in DraftTab as (typeof DRAFT_TABS)[K]['path']]: TabDrafts[K];
};

export type SettingsPath = keyof SettingsData;

/** A tab as it is stored. */
export interface StoredSettings<P extends SettingsPath> {
  data: SettingsData[P];
  revision: number;
  updatedByNickname?: string | null;
}

/** Members and money of a site. Amounts are fen. Source: docs/membership.md, Routes of the console. */
export type SiteMember = Schemas['SiteMemberDto'];
export type MemberState = Schemas['EntitlementState'];
export type MemberDetail = Schemas['SiteMemberDetailDto'];
export type MemberPage = Schemas['SiteMemberPageDto'];
export type MemberQuery = QueryOf<'/api/teams/{teamId}/sites/{siteId}/members'>;
export type MemberSort = NonNullable<MemberQuery['sort']>;
export type Grant = Schemas['GrantDto'];
export type NewGrant = Schemas['GiveMembershipRequest'];
export type ImportReport = Schemas['ImportReportDto'];
export type Order = Schemas['OrderDto'];
export type OrderStatus = Schemas['OrderStatus'];
export type OrderMethod = Schemas['PaymentMethod'];
export type OrderProblem = Schemas['Problem'];
export type OrderEvent = Schemas['OrderEventDto'];
export type OrderDetail = Schemas['OrderDetailDto'];
export type OrderPage = Schemas['OrderPageDto'];
export type OrderQuery = QueryOf<'/api/teams/{teamId}/sites/{siteId}/orders'>;
export type SalesTodo = Schemas['OrdersTodoDto'];
export type Coupon = Schemas['CouponDto'];
export type NewCoupon = Schemas['CreateCouponRequest'];
export type CouponTerms = Schemas['UpdateCouponRequest'];
export type RedeemBatch = Schemas['RedeemBatchDto'];
export type NewRedeemBatch = Schemas['CreateRedeemBatchRequest'];
export type CreatedRedeemBatch = Schemas['CreatedRedeemBatchDto'];
export type RedeemCode = Schemas['RedeemCodeDto'];
export type PaymentMethod = Schemas['PaymentMethodDto'];
export type PaymentMethodChanges = Schemas['SavePaymentMethodRequest'];
export type PaymentMethodName = PaymentMethod['method'];
