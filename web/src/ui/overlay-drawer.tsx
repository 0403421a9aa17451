import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'

export interface OverlayDrawerProps {
  readonly open: boolean
  readonly label: string
  readonly side?: 'left' | 'right'
  readonly onClose: () => void
  readonly children: ReactNode
}

export function OverlayDrawer({ open, label, side = 'left', onClose, children }: OverlayDrawerProps) {
  return (
    // The label is on the paper element, which is the dialog; on the drawer it would name the backdrop.
    <Drawer anchor={side} open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': label } }}>
      {children}
    </Drawer>
  )
}
