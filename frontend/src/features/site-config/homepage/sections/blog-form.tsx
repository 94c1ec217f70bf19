import { useTranslation } from 'react-i18next';
import type { Blog, BlogPost } from '../../../../api/site-settings';
import {
  BLOG_COLUMNS,
  BLOG_POSTS_MAX,
  SUBTITLE_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../../../../config/site-limits';
import { useField } from '../../draft/use-draft';
import { BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { LinkFields } from '../../fields/link-fields';
import { newPost } from '../new-section';
import { ColumnsField } from './columns-field';
import { PostFields } from './post-fields';
import type { SectionFormProps } from './section-form-props';

const COUNTS = Array.from({ length: BLOG_POSTS_MAX }, (_, index) => index + 1);

export function BlogForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: blog } = useField<Blog>(path);
  const sources = ['latest', 'listed'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} max={TITLE_MAX_CHARS} />
      <BoundText
        path={`${path}.subtitle`}
        label={t('homepage.subtitle')}
        max={SUBTITLE_MAX_CHARS}
      />
      <BoundChoice
        path={`${path}.source`}
        label={t('homepage.blogSource')}
        options={sources.map((value) => ({ value, label: t(`homepage.blogSources.${value}`) }))}
      />
      {blog.source === 'latest' ? (
        <>
          <BoundChoice
            path={`${path}.nLatest`}
            label={t('homepage.nLatest')}
            options={COUNTS.map((value) => ({ value, label: String(value) }))}
          />
          <p className="text-ink-faint text-xs">{t('homepage.latestHint')}</p>
        </>
      ) : (
        <ItemList<BlogPost>
          path={`${path}.posts`}
          label={t('homepage.posts')}
          addLabel={t('homepage.addPost')}
          max={BLOG_POSTS_MAX}
          create={newPost}
          nameOf={(post) => post.title}
        >
          {(at) => <PostFields path={at} />}
        </ItemList>
      )}
      <LinkFields path={`${path}.viewAll`} label={t('homepage.viewAll')} />
      <ColumnsField path={`${path}.columns`} values={BLOG_COLUMNS} />
      <BoundSwitch path={`${path}.showsAuthor`} label={t('homepage.showsAuthor')} />
      <BoundSwitch path={`${path}.showsReadTime`} label={t('homepage.showsReadTime')} />
    </>
  );
}
