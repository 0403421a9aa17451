import { type CampaignVariable, mayAddCampaignVariable } from '@balcao/domain/campaign-settings'
import { limits } from '@balcao/domain/limits'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import { TextField } from '../../ui/text-field'
import styles from './settings.module.css'

interface VariablesTableProps {
  readonly variables: readonly CampaignVariable[]
  readonly onChange: (variables: readonly CampaignVariable[]) => void
}

const emptyDraft: CampaignVariable = { key: '', value: '' }

/** Edits the names and contents of the variables (CAMP-20, CAMP-27). The page's save button stores them. */
export function CampaignVariablesTable({ variables, onChange }: VariablesTableProps) {
  const { t } = useTranslation('campaigns')
  const [draft, setDraft] = useState(emptyDraft)
  const [taken, setTaken] = useState<string>()
  const key = draft.key.replace(/[{}]/g, '').trim()
  const isTaken = variables.some((variable) => variable.key === taken)

  function add(): void {
    if (key === '') return
    if (mayAddCampaignVariable(variables, key)) {
      onChange([...variables, { key, value: draft.value }])
      setDraft(emptyDraft)
    } else setTaken(key)
  }

  const columns: Column<CampaignVariable>[] = [
    {
      key: 'shortcut',
      title: t('config.shortcut'),
      width: '30%',
      onPhone: 'head',
      cell: (variable) => <code className={styles.text}>{`{${variable.key}}`}</code>,
    },
    {
      key: 'content',
      title: t('config.content'),
      cell: ({ value }) => <span className={styles.text}>{value}</span>,
    },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '96px',
      align: 'right',
      onPhone: 'actions',
      cell: (variable) => (
        <IconButton
          label={t('config.remove', { key: variable.key })}
          onClick={() => onChange(variables.filter((one) => one !== variable))}
        >
          <Trash2 size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      ),
    },
  ]
  return (
    <>
      <p className={styles.help}>{t('config.variablesHelp', { example: '{cupom}' })}</p>
      <div className={styles.draft}>
        <TextField
          label={t('config.shortcut')}
          value={draft.key}
          error={isTaken ? t('config.taken', { key: taken }) : undefined}
          maxLength={limits.campaignSettings.key}
          onChange={({ target }) => {
            setTaken(undefined)
            setDraft({ ...draft, key: target.value })
          }}
        />
        <TextField
          label={t('config.content')}
          value={draft.value}
          multiline
          maxRows={5}
          maxLength={limits.campaignSettings.value}
          onChange={({ target }) => setDraft({ ...draft, value: target.value })}
        />
        <Button
          disabled={key === '' || variables.length >= limits.campaignSettings.variables}
          icon={Plus}
          onClick={add}
        >
          {t('config.add')}
        </Button>
      </div>
      {variables.length === 0 ? (
        <p className={styles.help}>{t('config.noVariables')}</p>
      ) : (
        <DataTable
          label={t('config.variables')}
          columns={columns}
          rows={variables}
          keyOf={(variable) => variable.key}
        />
      )}
    </>
  )
}
