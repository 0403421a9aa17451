import type { MoveInView } from '@balcao/contract/move-ins'
import { CircleAlert, CircleCheck, Eye, type LucideIcon, Square, Truck } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Pill, type PillTone } from '../../ui/pill'
import { ProgressBar } from '../../ui/progress-bar'
import { hasCompanyNameConflict, initialMoveInMapping } from './answers'
import { useDeleteMoveIn, useRequestMoveInAction, useStopMoveIn } from './api/move-ins'
import { MoveInSourceCheckResult } from './look-result'
import styles from './move-ins.module.css'
import { useMoveInTexts } from './move-words'
import { MoveInReportTable } from './report'
import { MoveInSourceDialog } from './source-dialog'

const tones: Readonly<Record<MoveInView['state'], { tone: PillTone; icon: LucideIcon }>> = {
  new: { tone: 'idle', icon: Eye },
  looked: { tone: 'info', icon: Eye },
  running: { tone: 'warn', icon: Truck },
  stopped: { tone: 'warn', icon: Square },
  failed: { tone: 'bad', icon: CircleAlert },
  done: { tone: 'info', icon: CircleCheck },
  switched: { tone: 'ok', icon: CircleCheck },
}

function sessionsCommand(name: string): string {
  return `npm run move-in -- sessions --name ${name} --from postgres://… --old-server-is-stopped`
}

export function MoveInCard({ moveIn }: { readonly moveIn: MoveInView }) {
  const { t } = useTranslation('moveIns')
  const titleId = useId()
  const [isReporting, setReporting] = useState(false)
  const { name, state, order, failure, hasAddress, look, companies, closed, startedAt, switchedAt } = moveIn
  const shown = order === null ? tones[state] : ({ tone: 'info', icon: Truck } as const)
  return (
    <section className={styles.move} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{name}</h2>
        <Pill tone={shown.tone} icon={shown.icon}>
          {order === null ? t(`state.${state}`) : t(`working.${moveIn.isStopping ? 'stopping' : order}`)}
        </Pill>
        <span className={styles.counts}>
          {[
            ...(moveIn.product === null ? [] : [t(`product.${moveIn.product}`)]),
            dateAndTime(switchedAt ?? startedAt),
          ].join(' · ')}
        </span>
      </div>
      {order !== null && <Working moveIn={moveIn} />}
      {order === null && failure !== null && (
        <p role="alert" className={styles.failure}>
          <CircleAlert size={16} strokeWidth={2} aria-hidden /> {t(`failure.${failure}`)}
        </p>
      )}
      {switchedAt !== null && <p>{t('over', { command: sessionsCommand(name) })}</p>}
      {closed.length > 0 && <p>{t('closed', { names: closed.join(', ') })}</p>}
      {switchedAt === null && !hasAddress && <p>{t('withoutAddress')}</p>}
      {switchedAt === null && order === null && (
        // The key remounts the form after each check of the source, because answers fit only one check.
        <Next key={JSON.stringify(look)} moveIn={moveIn} />
      )}
      {companies > 0 && order === null && (
        <div>
          <Button onClick={() => setReporting(!isReporting)} aria-expanded={isReporting}>
            {t(isReporting ? 'hideReport' : 'showReport')}
          </Button>
          {isReporting && <MoveInReportTable moveIn={moveIn} />}
        </div>
      )}
    </section>
  )
}

function Working({ moveIn: { id, order, progress, isStopping } }: { readonly moveIn: MoveInView }) {
  const { t } = useTranslation('moveIns')
  const words = useMoveInTexts()
  const stop = useStopMoveIn(id)
  const share =
    progress === null
      ? undefined
      : progress.rowsTotal === 0
        ? 100
        : Math.min(100, Math.floor((progress.rowsDone / progress.rowsTotal) * 100))
  const text =
    progress === null
      ? t(order === 'run' ? 'counting' : `working.${order ?? 'look'}`)
      : [
          t('progress', { company: progress.company, step: words.step(progress.step), share }),
          ...(progress.secondsLeft === null ? [] : [t('left', { time: words.time(progress.secondsLeft) })]),
        ].join(' · ')
  return (
    <div className={styles.working}>
      <span role="status">{text}</span>
      <ProgressBar percent={share} label={t('progressLabel')} />
      <div className={styles.acts}>
        <span className={styles.counts}>{t('mayClose')}</span>
        {order !== 'switch' && (
          <Button disabled={isStopping || stop.isPending} onClick={() => stop.mutate()}>
            {t(isStopping ? 'working.stopping' : 'stop')}
          </Button>
        )}
      </div>
    </div>
  )
}

type Asked = 'none' | 'run' | 'switch' | 'forget' | 'source'

function Next({ moveIn }: { readonly moveIn: MoveInView }) {
  const { t } = useTranslation('moveIns')
  const { id, name, state, look, mapping, hasAddress } = moveIn
  const [asked, setAsked] = useState<Asked>('none')
  const [answers, setAnswers] = useState(look === null ? null : initialMoveInMapping(look, mapping))
  const order = useRequestMoveInAction(id)
  const forget = useDeleteMoveIn(id)
  const close = () => setAsked('none')
  const isDone = state === 'done'
  const count = answers?.companies.filter(({ move }) => move).length ?? 0
  return (
    <>
      {look !== null && answers !== null && hasAddress && (
        <MoveInSourceCheckResult
          look={look}
          answers={answers}
          isFixed={order.isPending}
          onChange={setAnswers}
        />
      )}
      <div className={styles.acts}>
        {hasAddress && look !== null && answers !== null && (
          <Button
            kind={isDone ? 'secondary' : 'primary'}
            icon={Truck}
            disabled={count === 0 || hasCompanyNameConflict(look, answers)}
            onClick={() => setAsked('run')}
          >
            {t(isDone ? 'moveAgain' : 'move')}
          </Button>
        )}
        {isDone && (
          <Button kind="primary" onClick={() => setAsked('switch')}>
            {t('switch')}
          </Button>
        )}
        {hasAddress && (
          <Button icon={Eye} disabled={order.isPending} onClick={() => order.mutate({ act: 'look' })}>
            {t('lookAgain')}
          </Button>
        )}
        <Button onClick={() => setAsked('source')}>{t('changeSource')}</Button>
        {hasAddress && (
          <Button kind="quiet" onClick={() => setAsked('forget')}>
            {t('forget')}
          </Button>
        )}
      </div>
      {asked === 'run' && answers !== null && (
        <ConfirmDialog
          title={t('moveTitle', { count })}
          confirm={t(isDone ? 'moveAgain' : 'move')}
          onClose={close}
          onConfirm={() => order.mutateAsync({ act: 'run', mapping: answers })}
        >
          {t('moveMeaning')}
        </ConfirmDialog>
      )}
      {asked === 'switch' && (
        <ConfirmDialog
          title={t('switchTitle')}
          confirm={t('switch')}
          onClose={close}
          onConfirm={() => order.mutateAsync({ act: 'switch' })}
        >
          {t('switchMeaning')}
        </ConfirmDialog>
      )}
      {asked === 'forget' && (
        <ConfirmDialog
          title={t('forgetTitle', { name })}
          confirm={t('forget')}
          destroys
          onClose={close}
          onConfirm={() => forget.mutateAsync()}
        >
          {t('forgetMeaning')}
        </ConfirmDialog>
      )}
      {asked === 'source' && <MoveInSourceDialog moveIn={moveIn} onClose={close} />}
    </>
  )
}
