import type { DrawerProps } from '@mui/material/Drawer'
import type { PopoverProps } from '@mui/material/Popover'
import { type ComponentType, type ReactNode, useState } from 'react'
import { later } from './later'
import type { MenuProps } from './menu'

/** Whether it shows is a property of its own; its code comes when it first does. */
function whenOpened<Props extends { readonly open?: boolean | undefined }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Part = later(load)
  return function WhenOpened(props) {
    const [wasOpened, setWasOpened] = useState(false)
    if (props.open === true && !wasOpened) setWasOpened(true)
    return wasOpened ? <Part {...props} /> : null
  }
}

/** What pages open over themselves, of MUI: no page begins with any of it open. */
export const Menu = whenOpened<MenuProps>(() => import('./menu').then((it) => it.Menu))
export const Popover = whenOpened<PopoverProps>(() =>
  import('@mui/material/Popover').then((it) => it.default),
)
export const OverlayDrawer = whenOpened<DrawerProps>(() =>
  import('@mui/material/Drawer').then((it) => it.default),
)
