import type { QueueOptionView } from '@balcao/contract/queue-options'
import type { QueueId, QueueOptionId } from '@balcao/domain/ids'
import { ListTree, Plus } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { EmptyState } from '../../../ui/states'
import { useAddMenuOption, useChangeMenuOption, useDeleteMenuOption } from '../api/menu'
import { MenuOptionForm } from './option-form'
import {
  countMenuOptionsBelow,
  type FlatMenuOption,
  flattenMenuOptions,
  type OptionMoveDirection,
  positionAfterMove,
} from './option-moves'
import { MenuOptionRow } from './option-row'
import styles from './option-tree.module.css'

interface OptionTreeProps {
  readonly queueId: QueueId
  readonly options: readonly QueueOptionView[]
  readonly onDirty: (isDirty: boolean) => void
}

type OpenDialog =
  | { readonly what: 'nothing' }
  | { readonly what: 'edit' | 'remove'; readonly optionId: QueueOptionId }
  | { readonly what: 'add'; readonly parentId: QueueOptionId | null }

/** Edits a queue's menu in place (QUEUE-07). Arrow keys move the focus; Alt with arrow keys moves the option. */
export function MenuOptionTree({ queueId, options, onDirty }: OptionTreeProps) {
  const { t } = useTranslation('queues')
  const add = useAddMenuOption(queueId)
  const change = useChangeMenuOption(queueId)
  const tree = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenDialog>({ what: 'nothing' })
  const [stop, setStop] = useState<QueueOptionId | null>(null)
  const lines = flattenMenuOptions(options)
  const foundAt = lines.findIndex(({ option }) => option.id === stop)
  const stopAt = Math.max(0, foundAt)
  const close = () => setOpen({ what: 'nothing' })

  function focus(id: QueueOptionId | undefined): void {
    if (id !== undefined) tree.current?.querySelector<HTMLElement>(`[data-option="${id}"]`)?.focus()
  }

  function step(by: number): void {
    const at = Math.min(Math.max(stopAt + by, 0), lines.length - 1)
    focus(lines[at]?.option.id)
  }

  async function move(line: FlatMenuOption, way: OptionMoveDirection): Promise<void> {
    const place = positionAfterMove(line, way)
    if (place === null || change.isPending) return
    await change.mutateAsync({ optionId: line.option.id, change: place })
    focus(line.option.id)
  }

  const newForm = (parentId: QueueOptionId | null) => (
    <MenuOptionForm
      option={null}
      onSave={async (words) => setStop((await add.mutateAsync({ parentId, ...words })).id)}
      onClose={close}
      onDirty={onDirty}
    />
  )
  const actsOf = (line: FlatMenuOption) => ({
    edit: () => setOpen({ what: 'edit', optionId: line.option.id }),
    addBelow: () => setOpen({ what: 'add', parentId: line.option.id }),
    move: (way: OptionMoveDirection) => void move(line, way).catch(() => undefined), // The mutation has already shown the error
    remove: () => setOpen({ what: 'remove', optionId: line.option.id }),
  })
  const isAddingAtTop = open.what === 'add' && open.parentId === null
  const removed = open.what === 'remove' ? lines.find(({ option }) => option.id === open.optionId) : undefined
  const addButton = (
    <Button icon={Plus} onClick={() => setOpen({ what: 'add', parentId: null })}>
      {t('menu.new')}
    </Button>
  )

  return (
    <div ref={tree}>
      {lines.length === 0 && !isAddingAtTop && (
        <EmptyState icon={ListTree} title={t('menu.emptyTitle')} text={t('menu.emptyText')}>
          {addButton}
        </EmptyState>
      )}
      {lines.length > 0 && (
        <div role="tree" aria-label={t('menu.tree')} className={styles.tree}>
          {lines.map((line, at) => (
            <Fragment key={line.option.id}>
              <MenuOptionRow
                line={line}
                isStop={at === stopAt}
                acts={actsOf(line)}
                onFocus={() => setStop(line.option.id)}
                onStep={step}
              >
                {open.what === 'edit' && open.optionId === line.option.id ? (
                  <MenuOptionForm
                    option={line.option}
                    onSave={(words) => change.mutateAsync({ optionId: line.option.id, change: words })}
                    onClose={() => {
                      close()
                      focus(line.option.id)
                    }}
                    onDirty={onDirty}
                  />
                ) : null}
              </MenuOptionRow>
              {open.what === 'add' && open.parentId === line.option.id && (
                <div className={styles.item} style={{ '--level': line.level + 1 } as React.CSSProperties}>
                  {newForm(line.option.id)}
                </div>
              )}
            </Fragment>
          ))}
        </div>
      )}
      {isAddingAtTop ? newForm(null) : lines.length > 0 && <div className={styles.below}>{addButton}</div>}
      {lines.length > 0 && <p className={styles.help}>{t('menu.keys')}</p>}
      {removed !== undefined && (
        <DeleteOptionDialog queueId={queueId} option={removed.option} onClose={close} />
      )}
    </div>
  )
}

interface DeleteOptionDialogProps {
  readonly queueId: QueueId
  readonly option: QueueOptionView
  readonly onClose: () => void
}

function DeleteOptionDialog({ queueId, option, onClose }: DeleteOptionDialogProps) {
  const { t } = useTranslation('queues')
  const remove = useDeleteMenuOption(queueId)
  const below = countMenuOptionsBelow(option)
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: option.title })}
      confirm={t('menu.delete')}
      destroys
      onClose={onClose}
      onConfirm={() => remove.mutateAsync(option.id)}
    >
      {t('common:confirmDelete')} {below > 0 && t('menu.deleteBelow', { count: below })}
    </ConfirmDialog>
  )
}
