import {
  webhookEvents,
  webhookFailuresUntilOff,
  webhookHeaders,
  webhookLimits,
} from '@balcao/domain/webhooks'
import { Trans, useTranslation } from 'react-i18next'
import { CodeBlock, CodeTabs } from '../../ui/code-tabs'
import {
  exampleWebhookBody,
  type SignatureVerifierLanguage,
  signatureVerifierExamples,
  signatureVerifierLanguages,
} from './examples'
import styles from './webhooks.module.css'

const languageNames: Record<SignatureVerifierLanguage, string> = { javascript: 'JavaScript', shell: 'Shell' }
const deliveryGuarantees = ['answer', 'repeats', 'order', 'tries', 'off', 'media'] as const

export function WebhookDeliveryGuide() {
  const { t } = useTranslation('webhooks')
  const numbers = {
    seconds: webhookLimits.timeoutMs / 1_000,
    failures: webhookFailuresUntilOff,
    days: webhookLimits.keptMs / 86_400_000,
  }
  return (
    <div className={styles.parts}>
      <section className={styles.part}>
        <h2>{t('how.title')}</h2>
        <ul>
          {deliveryGuarantees.map((promise) => (
            <li key={promise}>
              <Trans t={t} i18nKey={`how.${promise}`} values={numbers} components={{ code: <code /> }} />
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.part}>
        <h2>{t('events')}</h2>
        <dl className={styles.terms}>
          {webhookEvents.map((event) => (
            <div key={event}>
              <dt>
                <code>{event}</code>
              </dt>
              <dd>{t(`tickets:webhookEvent.${event}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.part}>
        <h2>{t('body.title')}</h2>
        <p>{t('body.intro')}</p>
        <dl className={styles.terms}>
          {webhookHeaders.map((header) => (
            <div key={header}>
              <dt>
                <code>{header}</code>
              </dt>
              <dd>{t(`header.${header}`)}</dd>
            </div>
          ))}
        </dl>
        <CodeBlock label={t('body.example')} code={exampleWebhookBody} copyLabel={t('body.copy')} />
      </section>
      <section className={styles.part}>
        <h2>{t('verify.title')}</h2>
        <p>
          <Trans t={t} i18nKey="verify.intro" components={{ code: <code /> }} />
        </p>
        <CodeTabs
          label={t('verify.languages')}
          codes={signatureVerifierLanguages.map((language) => ({
            language,
            name: languageNames[language],
            code: signatureVerifierExamples[language],
          }))}
          codeLabel={(language) => t('verify.code', { language })}
          copyLabel={t('verify.copy')}
        />
      </section>
    </div>
  )
}
