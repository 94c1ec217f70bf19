import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PERSONAL_SPACE } from '../../../config/paths';
import {
  type ImageHostSetting,
  readPrivate,
  writePrivate,
} from '../../../storage/private-settings';
import { session } from '../../../storage/session';
import { Segments } from '../../../ui/fields/segments';
import { useStore } from '../../../ui/hooks/use-store';
import { toast } from '../../../ui/states/toast';
import { ServiceForm } from '../service-form';
import { CustomHostFields, GithubHostFields, S3HostFields } from './host-fields';
import { isAddressField, missingFields } from './host-setting';
import { openHost } from './hosts/open-host';
import { MoyanHostFields } from './moyan-host-fields';
import { testPicture } from './test-picture';

const KINDS = ['moyan', 'github', 's3', 'custom'] as const;

const EMPTY: { [K in ImageHostSetting['kind']]: Extract<ImageHostSetting, { kind: K }> } = {
  moyan: { kind: 'moyan', teamId: PERSONAL_SPACE },
  github: {
    kind: 'github',
    username: '',
    repositories: [],
    branch: 'main',
    tokens: [],
    api: 'https://api.github.com',
    address: 'https://raw.githubusercontent.com/{user}/{repo}/{branch}/{path}',
  },
  s3: {
    kind: 's3',
    endpoint: '',
    region: '',
    bucket: '',
    accessKeyId: '',
    secretAccessKey: '',
    isPathStyle: true,
    folder: '',
    publicAddress: '',
  },
  custom: {
    kind: 'custom',
    url: '',
    method: 'POST',
    headers: '',
    field: 'file',
    extra: '',
    answer: 'data.url',
  },
};

/** What is typed for the image host, for each kind of it. */
export function useHostDrafts() {
  const [first, setFirst] = useState(() => {
    const stored = readPrivate('imageHost');
    return stored === null
      ? EMPTY
      : { ...EMPTY, [stored.kind]: { ...EMPTY[stored.kind], ...stored } };
  });
  const [drafts, setDrafts] = useState(first);
  return { drafts, setDrafts, isChanged: drafts !== first, keep: () => setFirst(drafts) };
}

interface ImageHostFormProps {
  host: ReturnType<typeof useHostDrafts>;
  onSaved: () => void;
}

/** Settings of the image host. They stay in this browser. */
export function ImageHostForm({ host, onSaved }: ImageHostFormProps) {
  const { t } = useTranslation('tools');
  const { drafts, setDrafts } = host;
  const isLoggedIn = useStore(session).user !== null;
  const [kind, setKind] = useState<ImageHostSetting['kind']>(
    () => readPrivate('imageHost')?.kind ?? (isLoggedIn ? 'moyan' : 'github'),
  );
  // Who has chosen the platform and is logged out sees that choice, and why it does not work.
  const kinds = KINDS.filter((value) => value !== 'moyan' || isLoggedIn || kind === 'moyan');
  const setting = drafts[kind];
  const missing = missingFields(setting);
  const change = (changes: object) =>
    setDrafts({ ...drafts, [kind]: { ...setting, ...changes } } as typeof drafts);
  const test = async () => (await openHost(setting)).upload(await testPicture());
  return (
    <div className="flex flex-col gap-4">
      <Segments
        label={t('host.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`host.${value}`) }))}
        onChange={setKind}
      />
      <ServiceForm
        // Errors of one kind of host are not shown for another.
        key={kind}
        isComplete={missing.length === 0}
        save={() => writePrivate('imageHost', setting)}
        onSaved={() => {
          toast.success(t('host.saved'));
          host.keep();
          onSaved();
        }}
        test={test}
        words={{
          private: t(kind === 'moyan' ? 'host.moyanPublic' : 'host.private'),
          test: t('host.test'),
          works: t('host.works'),
          fails: t('host.fails'),
        }}
      >
        {(isChecked) => {
          const wrong = (name: string) =>
            isChecked && missing.includes(name)
              ? t(isAddressField(name) ? 'host.notAddress' : 'host.missing')
              : undefined;
          if (setting.kind === 'moyan')
            return <MoyanHostFields setting={setting} onChange={change} />;
          const fields = { onChange: change, wrong };
          if (setting.kind === 'github') return <GithubHostFields setting={setting} {...fields} />;
          if (setting.kind === 's3') return <S3HostFields setting={setting} {...fields} />;
          return <CustomHostFields setting={setting} {...fields} />;
        }}
      </ServiceForm>
    </div>
  );
}
