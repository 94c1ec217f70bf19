import { ChevronRight, ListTree } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadSource } from '../../../../engine/source';
import type { FrontMatter, FrontMatterChanges, SourceModule } from '../../../../engine/types';
import { classNames } from '../../../../lib/class-names';
import { SwitchRow } from '../../../../ui/fields/switch-row';
import { TextField } from '../../../../ui/fields/text-field';
import { useEditor, useWorkbench } from '../../editor-context';

/** The front matter of the open text as a form. The form reads the text and writes into it; it has no state of its own. */
export function FrontMatterPanel() {
  const { t } = useTranslation('library');
  const [isOpen, setIsOpen] = useState(false);
  const postId = useEditor((state) => state.postId);
  if (postId === null) return null;
  return (
    <section className="flex max-h-[60%] shrink-0 flex-col border-line border-t">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex h-10 w-full items-center gap-2 px-4 text-left font-medium text-ink-soft text-sm hover:bg-hover pointer-coarse:h-12"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ListTree size={14} strokeWidth={1.75} className="text-ink-faint" aria-hidden />
          <span className="grow">{t('frontMatter.title')}</span>
          <ChevronRight
            size={14}
            strokeWidth={2}
            className={classNames('text-ink-faint transition-transform', isOpen && 'rotate-90')}
            aria-hidden
          />
        </button>
      </h3>
      {isOpen && <Fields key={postId} />}
    </section>
  );
}

function Fields() {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const front: FrontMatter = useEditor((state) => state.info)?.frontMatter ?? {};
  const [engine, setEngine] = useState<SourceModule | null>(null);
  useEffect(() => {
    let isHere = true;
    loadSource().then(
      (loaded) => isHere && setEngine(() => loaded),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  const write = (changes: FrontMatterChanges) => {
    if (engine !== null) workbench.changeText(engine.writeFrontMatter(workbench.text, changes));
  };
  const text = (value: string) => (value === '' ? null : value);
  const title = front.title ?? '';
  // The day that counts while the text names none: a native field of a date has no placeholder.
  const recordedDate = workbench.post?.frontMatter.date ?? '';
  const date = front.date || recordedDate;
  const isDay = date === '' || /^\d{4}-\d{2}-\d{2}$/.test(date);
  return (
    <fieldset
      disabled={isReadOnly || engine === null}
      className="scroll-thin flex min-h-0 flex-col gap-3 overflow-y-auto px-4 pt-1 pb-4"
    >
      <legend className="sr-only">{t('frontMatter.title')}</legend>
      <Entry
        label={t('frontMatter.articleTitle')}
        value={title}
        placeholder={workbench.title || t('frontMatter.untitled')}
        onWrite={(value) => write({ title: text(value) })}
      />
      <Entry
        label={t('frontMatter.sidebarLabel')}
        value={front.sidebarLabel ?? ''}
        placeholder={workbench.name}
        onWrite={(value) => write({ sidebarLabel: text(value) })}
      />
      <Entry
        label={t('frontMatter.description')}
        value={descriptionOf(front)}
        placeholder={t('frontMatter.descriptionHint')}
        onWrite={(value) => write({ other: [{ key: DESCRIPTION, value: text(value) }] })}
      />
      <Entry
        label={t('frontMatter.date')}
        type={isDay ? 'date' : 'text'}
        value={date}
        isFaint={!front.date}
        placeholder="YYYY-MM-DD"
        onWrite={(value) => write({ date: text(value) })}
      />
      <Entry
        label={t('frontMatter.tags')}
        value={(front.tags ?? []).join(', ')}
        placeholder={t('frontMatter.tagsHint')}
        onWrite={(value) => {
          const tags = tagsOf(value);
          write({ tags: tags.length === 0 ? null : tags });
        }}
      />
      <Entry
        label={t('frontMatter.routerPath')}
        value={front.routerPath ?? ''}
        placeholder={t('frontMatter.routerPathHint')}
        onWrite={(value) => write({ routerPath: text(value) })}
      />
      <SwitchRow
        label={t('frontMatter.draft')}
        isOn={front.draft === true}
        onChange={(draft) => write({ draft })}
      />
    </fieldset>
  );
}

interface EntryProps {
  label: string;
  value: string;
  placeholder: string;
  type?: 'text' | 'date';
  /** The value is not in the text. */
  isFaint?: boolean;
  onWrite: (value: string) => void;
}

/** A field that shows what is typed while it has the focus, else the value in the text. */
function Entry({ label, value, placeholder, type = 'text', isFaint = false, onWrite }: EntryProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type={type}
      className={isFaint && draft === null ? '[&_input]:text-ink-faint' : undefined}
      value={draft ?? value}
      placeholder={placeholder}
      onChange={(next) => {
        setDraft(next);
        onWrite(next.trim());
      }}
      onBlur={() => setDraft(null)}
    />
  );
}

/** What sites say of an article to search engines and above a paywall; to the editor it is a key like any other. */
const DESCRIPTION = 'description';

function descriptionOf({ other = [] }: FrontMatter): string {
  const value = other.find(({ key }) => key === DESCRIPTION)?.value ?? '';
  return Array.isArray(value) ? value.join(', ') : `${value}`;
}

/** Tags separated by Western or Chinese commas, without duplicates. */
function tagsOf(value: string): string[] {
  const tags = value.split(/[,，、]/).map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== '');
}
