import { KnowledgePage } from './knowledge/knowledge-page';
import { PlatformPage } from './platform/platform-page';
import { SitesPage } from './sites/sites-page';
import { MembersPage } from './team/members-page';
import { OverviewPage } from './team/overview-page';
import { SettingsPage } from './team/settings-page';

export { TeamLayout } from './team/team-layout';

/** The screens of this feature, for the router. */
export const Overview = OverviewPage;
export const Knowledge = KnowledgePage;
export const Sites = SitesPage;
export const Members = MembersPage;
export const Settings = SettingsPage;
export const Platform = PlatformPage;
