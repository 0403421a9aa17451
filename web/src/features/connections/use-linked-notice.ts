import type { ConnectionView } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/toasts'

/**
 * Shows a toast when a number that waited for its QR or its code is connected. The dialog cannot: it closes with the scan,
 * and WhatsApp takes some seconds more.
 */
export function useLinkedNotice(connections: readonly ConnectionView[]): void {
  const { t } = useTranslation('connections')
  const linking = useRef(new Set<ConnectionId>())
  useEffect(() => {
    for (const { id, name, status } of connections) {
      if (status === 'qrcode' || status === 'PAIRING') linking.current.add(id)
      if (status === 'DISCONNECTED') linking.current.delete(id)
      if (status === 'CONNECTED' && linking.current.delete(id)) showToast('success', t('linked', { name }))
    }
  }, [connections, t])
}
