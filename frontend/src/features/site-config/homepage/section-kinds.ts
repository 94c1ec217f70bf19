import {
  ChartNoAxesColumn,
  CircleHelp,
  Handshake,
  LayoutGrid,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareQuote,
  MonitorPlay,
  Newspaper,
  PanelTop,
} from 'lucide-react';
import type { SectionContent } from '../../../api/site-settings';

/** What a section is. Source: specification §3, Homepage sections. */
export type SectionKind = SectionContent['kind'];

/** The content of a section of one kind. */
export type ContentOf<K extends SectionKind> = Extract<SectionContent, { kind: K }>;

/** Kinds in the order in which they are offered, with their icons. */
export const SECTION_ICONS: Record<SectionKind, LucideIcon> = {
  hero: PanelTop,
  features: LayoutGrid,
  stats: ChartNoAxesColumn,
  blog: Newspaper,
  demo: MonitorPlay,
  testimonials: MessageSquareQuote,
  faq: CircleHelp,
  partners: Handshake,
  newsletter: Mail,
  cta: Megaphone,
};

export const SECTION_KINDS = Object.keys(SECTION_ICONS) as SectionKind[];

/** The words by which a section is known: its title, or empty when it has none. */
export function titleOf(content: SectionContent): string {
  return content.title;
}
