import { CircleAlert } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { lazyComponentCode, reloadPage, showChunkFailure } from './part-code'
import { ScreenStateLayout } from './states'

/** Loads the code of a component at its first rendering. If that fails, it calls `onClose` or shows the failure. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whileAwaited: ReactNode = null,
): (props: Props) => ReactNode {
  const code = lazyComponentCode(load)
  return function Later(props) {
    const { t } = useTranslation()
    const [state, setState] = useState<'awaited' | 'here' | 'failed'>('awaited')
    const Part = code.loaded()
    const fail = useEffectEvent(() => {
      if (!('onClose' in props) || typeof props.onClose !== 'function') return setState('failed')
      showChunkFailure(t)
      props.onClose()
    })
    useEffect(() => {
      if (state !== 'awaited') return
      let isWanted = true
      code.fetch().then(
        () => isWanted && setState('here'),
        () => isWanted && fail(),
      )
      return () => {
        isWanted = false
      }
    }, [state])

    if (Part !== undefined) return <Part {...props} />
    return state === 'failed' ? <PartFailure onRetry={() => setState('awaited')} /> : whileAwaited
  }
}

function PartFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <ScreenStateLayout
        icon={CircleAlert}
        tone="bad"
        title={t('partFailedTitle')}
        text={t('partFailedText')}
      >
        <Button onClick={reloadPage}>{t('reload')}</Button>
        <Button onClick={onRetry}>{t('tryAgain')}</Button>
      </ScreenStateLayout>
    </div>
  )
}
