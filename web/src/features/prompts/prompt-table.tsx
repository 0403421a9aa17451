import type { PromptView } from '@balcao/contract/prompts'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import { LastServiceCallResult } from '../../ui/last-call'

interface PromptTableProps {
  readonly prompts: readonly PromptView[]
  readonly count: number
  readonly acts: {
    readonly onEdit: (prompt: PromptView) => void
    readonly onDelete: (prompt: PromptView) => void
  } | null
}

export function PromptTable({ prompts, count, acts }: PromptTableProps) {
  const { t, i18n } = useTranslation('prompts')
  const number = new Intl.NumberFormat(i18n.language)
  const columns: Column<PromptView>[] = [
    { key: 'name', title: t('name'), onPhone: 'head', cell: promptDisplayName },
    { key: 'queue', title: t('queue'), cell: ({ queue }) => queue?.name ?? t('noQueue') },
    {
      key: 'maxTokens',
      title: t('maxTokens'),
      align: 'right',
      cell: ({ maxTokens }) => number.format(maxTokens),
    },
    {
      key: 'calls',
      title: t('calls'),
      align: 'right',
      cell: ({ spending }) => number.format(spending.calls),
    },
    {
      key: 'tokens',
      title: t('tokens'),
      align: 'right',
      cell: ({ spending }) => number.format(spending.tokensIn + spending.tokensOut),
    },
    {
      key: 'last',
      title: t('lastCall'),
      cell: ({ lastCallAt, lastFailure }) => <LastServiceCallResult at={lastCallAt} failure={lastFailure} />,
    },
  ]
  if (acts !== null)
    columns.push({
      key: 'actions',
      title: t('common:actions'),
      width: '112px',
      align: 'right',
      onPhone: 'actions',
      cell: (prompt) => {
        const name = promptDisplayName(prompt)
        return (
          <>
            <IconButton icon={Pencil} label={t('editOf', { name })} onClick={() => acts.onEdit(prompt)} />
            <IconButton icon={Trash2} label={t('deleteOf', { name })} onClick={() => acts.onDelete(prompt)} />
          </>
        )
      },
    })
  return (
    <DataTable
      label={t('list')}
      columns={columns}
      rows={prompts}
      keyOf={({ id }) => id}
      foot={<span>{t('foot', { count })}</span>}
    />
  )
}

export function promptDisplayName({ id, name }: Pick<PromptView, 'id' | 'name'>): string {
  return name.trim() === '' ? `#${id}` : name
}
