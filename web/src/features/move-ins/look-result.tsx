import type { MoveInDecisions, MoveInScanResult } from '@balcao/contract/move-ins'
import { exceededPlanLimits, lacksDiskSpace } from '@balcao/domain/move-ins'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFileSize } from '../../lib/file-size'
import { Checkbox } from '../../ui/checkbox'
import { SelectField } from '../../ui/choice-field'
import { TextField } from '../../ui/text-field'
import { isSameCompanyName } from './answers'
import styles from './move-ins.module.css'
import { useMoveInTexts } from './move-words'

interface LookResultProps {
  readonly look: MoveInScanResult
  readonly answers: MoveInDecisions
  readonly isFixed: boolean
  readonly onChange: (answers: MoveInDecisions) => void
}

export function MoveInSourceCheckResult({ look, answers, isFixed, onChange }: LookResultProps) {
  const { t } = useTranslation('moveIns')
  const words = useMoveInTexts()
  const { versions, disk } = look
  const room = { needed: formatFileSize(disk.neededBytes), free: formatFileSize(disk.freeBytes ?? 0) }
  return (
    <div className={styles.look}>
      <p className={styles.counts}>
        {t('versions', {
          source: [t(`variant.${versions.source}`), versions.schema].filter(Boolean).join(', '),
          postgres: versions.postgres,
          balcao: versions.balcao,
        })}
      </p>
      <p>
        {t('sizes', {
          rows: formatFileSize(look.databaseBytes),
          files: formatFileSize(look.fileBytes),
          time: words.time(look.seconds),
        })}
      </p>
      {lacksDiskSpace(disk) ? (
        <p role="alert" className={styles.failure}>
          {t('diskShort', room)}
        </p>
      ) : (
        <p>{disk.freeBytes === null ? t('diskUnknown', room) : t('disk', room)}</p>
      )}
      <ul className={styles.companies}>
        {look.companies.map((company) => (
          <Company
            key={company.id}
            company={company}
            plans={look.plans}
            answers={answers}
            isFixed={isFixed}
            onChange={onChange}
          />
        ))}
      </ul>
      <div className={styles.lost}>
        <h3>{t('lostTitle')}</h3>
        <p>{t('lostAlways')}</p>
        {look.lost.length > 0 && (
          <ul>
            {look.lost.map(({ table, rows }) => (
              <li key={table}>
                {t('lostTable', { table, rows: words.count(rows), reason: words.table(table) })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

type Company = MoveInScanResult['companies'][number]

interface CompanyProps extends Omit<LookResultProps, 'look'> {
  readonly company: Company
  readonly plans: MoveInScanResult['plans']
}

function Company({ company, plans, answers, isFixed, onChange }: CompanyProps) {
  const { id, name, plan, rows, files, nameTaken, emailsTaken } = company
  const { t } = useTranslation('moveIns')
  const words = useMoveInTexts()
  const boxId = useId()
  const answer = answers.companies.find(({ company }) => company === id)
  if (answer === undefined) return null
  const change = (part: Partial<typeof answer>) =>
    onChange({
      ...answers,
      companies: answers.companies.map((one) => (one.company === id ? { ...one, ...part } : one)),
    })
  const changeEmail = (user: string, email: string) =>
    onChange({
      ...answers,
      emails: answers.emails.map((one) =>
        one.user === user ? { user, email: email.trim() === '' ? null : email.trim() } : one,
      ),
    })
  const isTaken = nameTaken && isSameCompanyName(answer.name, name)
  const nameError = answer.name.trim() === '' ? t('common:required') : isTaken ? t('nameTaken') : undefined
  const planName = answer.plan ?? plan
  const limits = plans.find((one) => isSameCompanyName(one.name, planName ?? '')) ?? company.planLimits
  const over = limits === null ? [] : exceededPlanLimits(company.uses, limits)
  const counts = Object.entries(rows).filter(([, count]) => count > 0)
  return (
    <li>
      <label className={styles.company} htmlFor={boxId}>
        <Checkbox
          id={boxId}
          checked={answer.move}
          disabled={isFixed}
          // Unticking hides the name field. An empty name would block the import unseen, so the name returns.
          onChange={(move) => change({ move, name: answer.name.trim() || name || id })}
        />
        <b>{name || id}</b>
        {plan !== null && <span>{plan}</span>}
      </label>
      <p className={styles.counts}>
        {counts.map(([step, count]) => `${words.step(step)} ${words.count(count)}`).join(', ')}
      </p>
      <p className={styles.counts}>
        {t('files', {
          named: words.count(files.named),
          found: words.count(files.found),
          looked: words.count(files.looked),
        })}
      </p>
      <Findings company={company} />
      {answer.move && (
        <div className={styles.fields}>
          <TextField
            label={t('nameHere')}
            maxLength={255}
            disabled={isFixed}
            error={nameError}
            value={answer.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <SelectField
            label={t('planHere')}
            help={over
              .map((what) =>
                t(`exceeds.${what}`, { amount: words.count(company.uses[what]), limit: limits?.[what] ?? 0 }),
              )
              .join(' ')}
            disabled={isFixed}
            choices={[
              { value: '', name: plan === null ? t('planOfProduct') : t('planOfSource', { plan }) },
              ...plans.map((one) => ({ value: one.name, name: one.name })),
            ]}
            value={answer.plan ?? ''}
            onChange={(chosen) => change({ plan: chosen === '' ? null : chosen })}
          />
          {emailsTaken.map(({ id: user, email }) => (
            <TextField
              key={user}
              label={t('emailTaken', { email })}
              help={t('emailHelp')}
              maxLength={254}
              disabled={isFixed}
              value={answers.emails.find((one) => one.user === user)?.email ?? ''}
              onChange={(event) => changeEmail(user, event.target.value)}
            />
          ))}
        </div>
      )}
    </li>
  )
}

function Findings({ company: { numbersTaken, repeatedNames, losses } }: { company: Company }) {
  const { t } = useTranslation('moveIns')
  const words = useMoveInTexts()
  const lines = [
    ...numbersTaken.map((one) => t('numberTaken', one)),
    ...repeatedNames.map(({ kind, name }) => t(`repeated.${kind}`, { name })),
    ...losses.map(({ loss, rows }) => `${words.loss(loss)}: ${words.count(rows)}`),
  ]
  if (lines.length === 0) return null
  return (
    <ul className={styles.counts}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
