import type { QueueId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../ui/checkbox'
import { Popover } from '../../../ui/popover'
import { useVisibleQueues } from '../api/choices'
import type { TicketListViewProps } from '../list-view'
import styles from './list-pane.module.css'

interface FilterMenuProps extends TicketListViewProps {
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

/** Chooses the queues of the list (TICKET-41), and whether only unread tickets show. */
export function TicketListFilterMenu({ anchor, view, onChange, onClose }: FilterMenuProps) {
  const { t } = useTranslation('tickets')
  const queues = useVisibleQueues()
  const all = queues.map(({ id }) => id)
  const chosen = view.queueIds ?? all
  // Undefined for all queues, so that a queue that is added later shows too.
  const choose = (ids: readonly QueueId[]) =>
    onChange({ queueIds: ids.length === all.length ? undefined : ids })
  return (
    <Popover anchor={anchor} label={t('filter')} onClose={onClose}>
      <div className={styles.filters}>
        <Choice
          words={t('unreadOnly')}
          checked={view.unreadOnly}
          onChange={(unreadOnly) => onChange({ unreadOnly })}
        />
        <fieldset>
          <legend>{t('queues')}</legend>
          {queues.map((queue) => (
            <Choice
              key={queue.id}
              words={queue.name}
              colour={queue.color}
              checked={chosen.includes(queue.id)}
              onChange={(isIn) => choose(all.filter((id) => (id === queue.id ? isIn : chosen.includes(id))))}
            />
          ))}
        </fieldset>
      </div>
    </Popover>
  )
}

interface ChoiceProps {
  readonly words: string
  readonly colour?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Choice({ words, colour, checked, onChange }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
    <label className={styles.choice}>
      <Checkbox size="small" checked={checked} onChange={onChange} />
      {colour !== undefined && <i style={{ background: colour }} />}
      <span>{words}</span>
    </label>
  )
}
