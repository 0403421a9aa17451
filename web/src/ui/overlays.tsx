import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuProps } from './menu'
import type { OverlayDrawerProps } from './overlay-drawer'
import { lazyComponentCode, showChunkFailure } from './part-code'
import type { PopoverProps } from './popover'

interface OverlayProps {
  readonly open?: boolean | undefined
  readonly anchor?: object | string | null | undefined
  readonly onClose?: ((event: object, reason: 'escapeKeyDown') => void) | undefined
}

const fetches: (() => Promise<unknown>)[] = []

/** Prefetches the code of all overlays, so that they open even if the network is down by then. */
export function prefetchOverlays(): void {
  // Ignores a failure, because opening the overlay retries the fetch and reports its failure.
  for (const fetch of fetches) fetch().catch(() => undefined)
}

/** Loads an overlay's code when it first opens. Meanwhile Escape cancels; a failed load is reported and closes it. */
export function lazyOverlay<Props extends OverlayProps>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const code = lazyComponentCode(load)
  fetches.push(code.fetch)

  return function WhenOpened(props) {
    const [wasOpened, setWasOpened] = useState(false)
    const isAwaited = isOpen(props) && !wasOpened
    const Part = code.loaded()
    if (isAwaited && Part !== undefined) setWasOpened(true)
    useAwaited(isAwaited, code.fetch, () => setWasOpened(true), props.onClose)
    return wasOpened && Part !== undefined ? <Part {...props} /> : null
  }
}

function isOpen({ open, anchor }: OverlayProps): boolean {
  return open ?? (anchor !== null && anchor !== undefined)
}

function useAwaited(
  isAwaited: boolean,
  fetch: () => Promise<unknown>,
  onCome: () => void,
  onClose: OverlayProps['onClose'],
): void {
  const { t } = useTranslation()
  const latest = useRef({ t, onCome, onClose })
  useEffect(() => {
    latest.current = { t, onCome, onClose }
  })
  useEffect(() => {
    if (!isAwaited) return
    let isWanted = true
    fetch().then(
      () => {
        if (isWanted) latest.current.onCome()
      },
      (cause) => {
        if (!isWanted) return
        showChunkFailure(latest.current.t)
        latest.current.onClose?.({ cause }, 'escapeKeyDown')
      },
    )
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation() // The overlay that is opening handles Escape before anything below it.
      latest.current.onClose?.(event, 'escapeKeyDown')
    }
    window.addEventListener('keydown', listener, { capture: true })
    return () => {
      isWanted = false
      window.removeEventListener('keydown', listener, { capture: true })
    }
  }, [isAwaited, fetch])
}

/** Overlays whose code loads when they first open. A lazy chunk may import `ui/menu` and `ui/popover` directly. */
export const Menu = lazyOverlay<MenuProps>(() => import('./menu').then((it) => it.Menu))
export const Popover = lazyOverlay<PopoverProps>(() => import('./popover').then((it) => it.Popover))
export const OverlayDrawer = lazyOverlay<OverlayDrawerProps>(() =>
  import('./overlay-drawer').then((it) => it.OverlayDrawer),
)
