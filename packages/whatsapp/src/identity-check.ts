import { type BinaryNode, getBinaryNodeChild } from 'baileys'

/**
 * True when WhatsApp asks the owner of a linked number for a passkey or a captcha. WhatsApp Web answers in its own
 * page; another companion cannot. Source: the operation that WhatsApp Web's handler of `mex` notifications knows.
 */
export function isIdentityCheck(notification: BinaryNode): boolean {
  return (
    notification.attrs.type === 'mex' &&
    getBinaryNodeChild(notification, 'update')?.attrs.op_name === 'NotificationIntegrityChallengeRequest'
  )
}
