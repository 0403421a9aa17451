import type { QueueId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../ui/checkbox'
import { Popover } from '../../../ui/popover'
import { useVisibleQueues } from '../api/choices'
import type { TicketListUrlState } from '../list-view'
import styles from './list-pane.module.css'

interface FilterMenuProps {
  readonly anchor: HTMLElement
  readonly view: TicketListUrlState
  readonly onChange: (part: Partial<TicketListUrlState>) => void
  readonly onClose: () => void
}

/** Chooses the queues of the list (TICKET-41), and whether only unread tickets show. */
export function FilterMenu({ anchor, view, onChange, onClose }: FilterMenuProps) {
  const { t } = useTranslation('tickets')
  const queues = useVisibleQueues()
  const all = queues.map(({ id }) => id)
  const chosen = view.queueIds ?? all
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
              onChange={(isIn) => onChange({ queueIds: changed(chosen, queue.id, isIn, all) })}
            />
          ))}
        </fieldset>
      </div>
    </Popover>
  )
}

/** The chosen queues after a click. Undefined for all, so that a queue that is added later shows too. */
function changed(
  chosen: readonly QueueId[],
  id: QueueId,
  isIn: boolean,
  all: readonly QueueId[],
): readonly QueueId[] | undefined {
  const next = all.filter((one) => (one === id ? isIn : chosen.includes(one)))
  return next.length === all.length ? undefined : next
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
