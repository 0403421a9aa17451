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
    // MUI's paper element is the dialog, so it gets the label; a label on `Drawer` would name the backdrop.
    <Drawer anchor={side} open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': label } }}>
      {children}
    </Drawer>
  )
}
