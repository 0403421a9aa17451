import { errorCodes } from '@balcao/contract/errors'
import {
  externalApiSendErrorCodes,
  getReplyWindowByToken,
  listTemplatesByToken,
  sendMessageByToken,
} from '@balcao/contract/external-api'
import { limits } from '@balcao/domain/limits'
import { FileJson } from 'lucide-react'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useExternalApiTabs } from '../../lib/api-tabs'
import { ButtonLink } from '../../ui/button'
import { CodeTabs } from '../../ui/code-tabs'
import { CopyButton } from '../../ui/copy-button'
import { LinkTabs } from '../../ui/link-tabs'
import { PageLayout } from '../../ui/page'
import {
  codeExampleOf,
  type ExampleKind,
  type ExampleLanguage,
  exampleLanguages,
  examplePhoneNumber,
  sendMessageUrl,
  templateExampleKinds,
  testMessageKinds,
} from './examples'
import styles from './messages-api.module.css'
import { SendTestMessageForm } from './test-form'

const names: Record<ExampleLanguage, string> = { curl: 'curl', javascript: 'JavaScript' }

function CodeExample({ kind }: { kind: ExampleKind }) {
  const { t } = useTranslation('externalApi')
  const body = kind === 'text' || kind === 'media' ? t(`example.${kind}`) : ''
  const words = { token: t('example.token'), body, file: t('example.file') }
  return (
    <CodeTabs
      label={t('example.languages')}
      codes={exampleLanguages.map((language) => ({
        language,
        name: names[language],
        code: codeExampleOf(kind, language, window.location.origin, words),
      }))}
      // The page has several examples, so each label names its subject.
      codeLabel={(language) => t('example.code', { language, what: t(`${kind}.title`) })}
      copyLabel={t('example.copy')}
    />
  )
}

export default function MessagesApiPage() {
  const { t } = useTranslation('externalApi')
  const [token, setToken] = useState('')
  const tabs = useExternalApiTabs()
  const address = sendMessageUrl(window.location.origin)
  return (
    <PageLayout
      intro={t('intro')}
      actions={
        <ButtonLink to="/docs/messages-api.json" target="_blank" rel="noreferrer" icon={FileJson}>
          {t('openApi')}
        </ButtonLink>
      }
    >
      {tabs !== null && <LinkTabs {...tabs} />}
      <div className={styles.parts}>
        <section className={styles.part}>
          <h2>{t('begin.title')}</h2>
          <p className={styles.address}>
            <code>
              {sendMessageByToken.method} {address}
            </code>
            <CopyButton text={address} label={t('begin.copyAddress')} />
          </p>
          <ul>
            {(['token', 'number', 'repeats'] as const).map((point) => (
              <li key={point}>
                <Trans
                  t={t}
                  i18nKey={`begin.${point}`}
                  values={{ example: examplePhoneNumber }}
                  components={{ page: <Link to="/connections" />, code: <code /> }}
                />
              </li>
            ))}
            <li>{t('begin.place')}</li>
            <li>{t('begin.pace', { calls: limits.externalApi.callsPerMinute })}</li>
          </ul>
        </section>
        {testMessageKinds.map((kind) => (
          <section key={kind} className={styles.part}>
            <h2>{t(`${kind}.title`)}</h2>
            <p>{t(`${kind}.intro`)}</p>
            <div className={styles.pair}>
              <CodeExample kind={kind} />
              <SendTestMessageForm kind={kind} token={token} onToken={setToken} />
            </div>
          </section>
        ))}
        <Templates />
        <Answers />
      </div>
    </PageLayout>
  )
}

const templatePoints = [
  ['values', ''],
  ['file', ''],
  ['list', `${listTemplatesByToken.method} ${listTemplatesByToken.path}`],
  ['window', `${getReplyWindowByToken.method} ${getReplyWindowByToken.path}`],
] as const

function Templates() {
  const { t } = useTranslation('externalApi')
  return (
    <section className={styles.part}>
      <h2>{t('template.title')}</h2>
      <p>{t('template.intro')}</p>
      <ul>
        {templatePoints.map(([point, call]) => (
          <li key={point}>
            <Trans t={t} i18nKey={`template.${point}`} values={{ call }} components={{ code: <code /> }} />
          </li>
        ))}
      </ul>
      <div className={styles.examples}>
        {templateExampleKinds.map((kind) => (
          <CodeExample key={kind} kind={kind} />
        ))}
      </div>
    </section>
  )
}

const codes = externalApiSendErrorCodes.filter((code) => code !== 'ERR_STORAGE_FULL')

function Answers() {
  const { t } = useTranslation('externalApi')
  const example = { mensagem: 'Mensagem enviada', messageId: 4711, messageIds: [4711], ticketId: 85 }
  return (
    <section className={styles.part}>
      <h2>{t('answers.title')}</h2>
      <p>{t('answers.intro')}</p>
      <dl className={styles.answers}>
        <div>
          <dt>
            <code>200</code>
          </dt>
          <dd>
            <code>{JSON.stringify(example)}</code>
          </dd>
        </div>
        {codes.map((code) => (
          <div key={code}>
            <dt>
              <code>{errorCodes[code].status}</code>
            </dt>
            <dd>
              <code>{code}</code> {t(`answers.${code}`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
