import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GITHUB_REPOSITORIES_MAX } from '../../../config/limits';
import { errorText } from '../../../i18n/error-text';
import {
  type CustomHostSetting,
  type GithubHostSetting,
  type ImageHostSetting,
  readPrivate,
  type S3HostSetting,
  writePrivate,
} from '../../../storage/private-settings';
import { Button } from '../../../ui/button';
import { Segments } from '../../../ui/segments';
import { SwitchRow } from '../../../ui/switch-row';
import { TextArea, TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { expandedNames, missingFields, namesIn } from './host-setting';
import { openHost } from './hosts/open-host';
import { testPicture } from './test-picture';

const KINDS = ['github', 's3', 'custom'] as const;

const EMPTY: { [K in ImageHostSetting['kind']]: Extract<ImageHostSetting, { kind: K }> } = {
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

/** Where images go. What is entered stays in this browser. */
export function HostForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation('tools');
  const [drafts, setDrafts] = useState(() => {
    const stored = readPrivate('imageHost');
    return stored === null
      ? EMPTY
      : { ...EMPTY, [stored.kind]: { ...EMPTY[stored.kind], ...stored } };
  });
  const [kind, setKind] = useState<ImageHostSetting['kind']>(
    () => readPrivate('imageHost')?.kind ?? 'github',
  );
  const [isAsked, setIsAsked] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const setting = drafts[kind];
  const missing = missingFields(setting);
  const change = (changes: object) =>
    setDrafts({ ...drafts, [kind]: { ...setting, ...changes } } as typeof drafts);
  const wrong = (name: string) =>
    isAsked && missing.includes(name) ? t('host.missing') : undefined;

  const save = () => {
    setIsAsked(true);
    if (missing.length > 0) return;
    if (writePrivate('imageHost', setting)) {
      toast.success(t('host.saved'));
      onSaved();
    } else toast.failure(t('host.notSaved'), { id: 'host' });
  };
  const test = async () => {
    setIsAsked(true);
    if (missing.length > 0) return;
    setIsTesting(true);
    try {
      const host = await openHost(setting);
      const picture = await testPicture();
      const address = await host.upload(picture);
      toast.success(t('host.works'), { description: address });
    } catch (error) {
      toast.failure(t('host.fails'), { id: 'host', description: errorText(t, error) });
    } finally {
      setIsTesting(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Segments
        label={t('host.kind')}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`host.${value}`) }))}
        onChange={(next) => {
          setKind(next);
          setIsAsked(false);
        }}
      />
      {setting.kind === 'github' && (
        <GithubFields setting={setting} onChange={change} wrong={wrong} />
      )}
      {setting.kind === 's3' && <S3Fields setting={setting} onChange={change} wrong={wrong} />}
      {setting.kind === 'custom' && (
        <CustomFields setting={setting} onChange={change} wrong={wrong} />
      )}
      <p className="text-ink-faint text-xs">{t('host.private')}</p>
      <div className="flex justify-end gap-2">
        <Button
          variant="secondary"
          disabled={isTesting}
          focusableWhenDisabled
          onClick={() => void test()}
        >
          {t(isTesting ? 'host.testing' : 'host.test')}
        </Button>
        <Button variant="primary" type="submit">
          {t('host.save')}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps<T> {
  setting: T;
  onChange: (changes: Partial<T>) => void;
  /** What is wrong with a field, once the author wants to go on. */
  wrong: (name: string) => string | undefined;
}

function GithubFields({ setting, onChange, wrong }: FieldsProps<GithubHostSetting>) {
  const { t } = useTranslation('tools');
  const [repositories, setRepositories] = useState(setting.repositories.join('\n'));
  const [tokens, setTokens] = useState(setting.tokens.join('\n'));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('host.username')}
          value={setting.username}
          error={wrong('username')}
          autoComplete="off"
          onChange={(username) => onChange({ username: username.trim() })}
        />
        <TextField
          label={t('host.branch')}
          value={setting.branch}
          error={wrong('branch')}
          onChange={(branch) => onChange({ branch: branch.trim() })}
        />
      </div>
      <TextArea
        label={t('host.repositories')}
        rows={3}
        spellCheck={false}
        value={repositories}
        hint={
          wrong('repositories') ??
          t('host.repositoriesHint', {
            count: setting.repositories.length,
            max: GITHUB_REPOSITORIES_MAX,
          })
        }
        onChange={(text) => {
          setRepositories(text);
          onChange({ repositories: expandedNames(text).slice(0, GITHUB_REPOSITORIES_MAX) });
        }}
      />
      <TextArea
        label={t('host.tokens')}
        rows={2}
        spellCheck={false}
        autoComplete="off"
        value={tokens}
        hint={wrong('tokens') ?? t('host.tokensHint')}
        onChange={(text) => {
          setTokens(text);
          onChange({ tokens: namesIn(text) });
        }}
      />
      <TextField
        label={t('host.address')}
        hint={t('host.addressHint')}
        value={setting.address}
        error={wrong('address')}
        onChange={(address) => onChange({ address: address.trim() })}
      />
      <TextField
        label={t('host.api')}
        value={setting.api}
        error={wrong('api')}
        onChange={(api) => onChange({ api: api.trim().replace(/\/+$/, '') })}
      />
    </>
  );
}

function S3Fields({ setting, onChange, wrong }: FieldsProps<S3HostSetting>) {
  const { t } = useTranslation('tools');
  const field = (
    name:
      | 'endpoint'
      | 'region'
      | 'bucket'
      | 'accessKeyId'
      | 'secretAccessKey'
      | 'folder'
      | 'publicAddress',
  ) => (
    <TextField
      label={t(`host.s3Field.${name}`)}
      value={setting[name]}
      error={wrong(name)}
      autoComplete="off"
      spellCheck={false}
      type={name === 'secretAccessKey' ? 'password' : 'text'}
      onChange={(value) => onChange({ [name]: value.trim() })}
    />
  );
  return (
    <>
      {field('endpoint')}
      <div className="grid gap-4 sm:grid-cols-2">
        {field('bucket')}
        {field('region')}
        {field('accessKeyId')}
        {field('secretAccessKey')}
        {field('folder')}
        {field('publicAddress')}
      </div>
      <SwitchRow
        label={t('host.pathStyle')}
        isOn={setting.isPathStyle}
        onChange={(isPathStyle) => onChange({ isPathStyle })}
      />
      <p className="text-ink-faint text-xs">{t('host.cors')}</p>
    </>
  );
}

function CustomFields({ setting, onChange, wrong }: FieldsProps<CustomHostSetting>) {
  const { t } = useTranslation('tools');
  return (
    <>
      <TextField
        label={t('host.url')}
        hint={t('host.urlHint')}
        placeholder="https://"
        value={setting.url}
        error={wrong('url')}
        onChange={(url) => onChange({ url: url.trim() })}
      />
      <Segments
        label={t('host.method')}
        value={setting.method}
        options={[
          { value: 'POST', label: 'POST' },
          { value: 'PUT', label: 'PUT' },
        ]}
        onChange={(method) => onChange({ method })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('host.field')}
          hint={t('host.fieldHint')}
          value={setting.field}
          onChange={(value) => onChange({ field: value })}
        />
        <TextField
          label={t('host.answer')}
          hint={t('host.answerHint')}
          value={setting.answer}
          onChange={(answer) => onChange({ answer })}
        />
        <TextArea
          label={t('host.headers')}
          rows={2}
          spellCheck={false}
          placeholder="Authorization: Bearer …"
          value={setting.headers}
          onChange={(headers) => onChange({ headers })}
        />
        <TextArea
          label={t('host.extra')}
          rows={2}
          spellCheck={false}
          placeholder="album=1"
          value={setting.extra}
          onChange={(extra) => onChange({ extra })}
        />
      </div>
      <p className="text-ink-faint text-xs">{t('host.cors')}</p>
    </>
  );
}
