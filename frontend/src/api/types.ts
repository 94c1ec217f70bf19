import type { components } from './generated/schema';

/** Types of the API under short names; the generated file documents their fields. */
type Schemas = components['schemas'];
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
export type SiteStatus = Schemas['SiteStatus'];
export type CreateSite = Schemas['CreateSiteRequest'];
export type DuplicateSite = Schemas['DuplicateSiteRequest'];
export type SiteChanges = Schemas['UpdateSiteRequest'];
export type SlugCheck = Schemas['SlugDto'];
export type SiteDomain = Schemas['SiteDomainDto'];
export type SiteDomains = Schemas['SiteDomainsDto'];
export type SiteOverview = Schemas['SiteOverviewDto'];
export type Release = Schemas['ReleaseDto'];
export type Releases = Schemas['ReleasesDto'];
export type Changes = Schemas['ChangesDto'];
export type ChangedDocument = Schemas['ChangedDocumentDto'];
export type ChangedText = Schemas['ChangedTextDto'];
export type Redirect = Schemas['RedirectDto'];
export type BaseComparison = Schemas['BaseComparisonDto'];
export type Redirects = Schemas['RedirectsDto'];

/** What each tab of a site's settings holds, by its name in paths. */
export interface SettingsData {
  'basic-info': Schemas['BasicInfo'];
  homepage: Schemas['Homepage'];
  membership: Schemas['Membership'];
  access: Schemas['AccessRules'];
  carousel: Schemas['Carousel'];
  index: Schemas['IndexSettings'];
  navigation: Schemas['Navigation'];
  appearance: Schemas['Appearance'];
}

export type SettingsPath = keyof SettingsData;

/** A tab as it is stored. */
export interface StoredSettings<P extends SettingsPath> {
  data: SettingsData[P];
  revision: number;
  updatedAt: string;
  updatedByNickname?: string | null;
}
