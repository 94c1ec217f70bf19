import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GITHUB_REPOSITORIES_MAX } from '../../../config/limits';
import type {
  CustomHostSetting,
  GithubHostSetting,
  S3HostSetting,
} from '../../../storage/private-settings';
import { Segments } from '../../../ui/fields/segments';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { TextArea, TextField } from '../../../ui/fields/text-field';
import { expandedNames, namesIn } from './host-setting';

interface FieldsProps<T> {
  setting: T;
  onChange: (changes: Partial<T>) => void;
  /** What is wrong with a field, after a first try to save or test. */
  wrong: (name: string) => string | undefined;
}

/** Fields of the repositories of one GitHub user. */
export function GithubHostFields({ setting, onChange, wrong }: FieldsProps<GithubHostSetting>) {
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

/** Fields of a bucket of an S3-compatible storage. */
export function S3HostFields({ setting, onChange, wrong }: FieldsProps<S3HostSetting>) {
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

/** Fields of a custom HTTP service. */
export function CustomHostFields({ setting, onChange, wrong }: FieldsProps<CustomHostSetting>) {
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
