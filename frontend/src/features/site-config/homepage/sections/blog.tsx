import { Newspaper } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Blog, BlogPost } from '../../../../api/site-settings';
import { numbersOf } from '../../check/field-limits';
import { useField, useLimits } from '../../draft/use-draft';
import { BoundChoice, BoundSwitch, BoundText } from '../../fields/bound-fields';
import { ItemList } from '../../fields/item-list';
import { LinkFields } from '../../fields/link-fields';
import { ColumnsField } from './columns-field';
import { Bar, Card, soft, three } from './drawing';
import { PostFields } from './post-fields';
import type { SectionEntry, SectionFormProps } from './section-entry';

function BlogForm({ path }: SectionFormProps) {
  const { t } = useTranslation('siteConfig');
  const { value: blog } = useField<Blog>(path);
  const counts = numbersOf(useLimits(`${path}.nLatest`));
  const sources = ['latest', 'listed'] as const;
  return (
    <>
      <BoundText path={`${path}.title`} label={t('homepage.titleOptional')} />
      <BoundText path={`${path}.subtitle`} label={t('homepage.subtitle')} />
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
            options={counts.map((value) => ({ value, label: String(value) }))}
          />
          <p className="text-ink-faint text-xs">{t('homepage.latestHint')}</p>
        </>
      ) : (
        <ItemList<BlogPost>
          path={`${path}.posts`}
          label={t('homepage.posts')}
          addLabel={t('homepage.addPost')}
          create={newPost}
          nameOf={(post) => post.title}
        >
          {(at) => <PostFields path={at} />}
        </ItemList>
      )}
      <LinkFields path={`${path}.viewAll`} label={t('homepage.viewAll')} />
      <ColumnsField path={`${path}.columns`} />
      <BoundSwitch path={`${path}.showsAuthor`} label={t('homepage.showsAuthor')} />
      <BoundSwitch path={`${path}.showsReadTime`} label={t('homepage.showsReadTime')} />
    </>
  );
}

function newPost(): BlogPost {
  return {
    title: '',
    link: '',
    excerpt: '',
    category: '',
    date: '',
    image: null,
    author: '',
    readTimeMin: 0,
  };
}

export const blog: SectionEntry = {
  icon: Newspaper,
  Form: BlogForm,
  drawing: three.map((x) => (
    <g key={x}>
      <Card x={x} y={8} w={20} h={40} />
      <rect x={x + 0.5} y={8.5} width={19} height={14} rx={2} className={soft} />
      <Bar x={x + 3} y={28} w={13} />
      <Bar x={x + 3} y={34} w={14} h={2} />
      <Bar x={x + 3} y={39} w={9} h={2} />
    </g>
  )),
};
