import type { Viewer } from '@balcao/domain/people'
import { hasPermission, type Permission } from '@balcao/domain/permissions'
import type { Endpoint } from './endpoint'

/** Null when the call is public or needs only a session or token. */
export function requiredPermissionOf({ access }: Pick<Endpoint, 'access'>): Permission | null {
  return access === 'public' || access === 'session' || access === 'token' ? null : access
}

/** A support visit may not call endpoints with `closedToSupport`, even with the permission. */
export function mayCallEndpoint(
  viewer: Viewer,
  endpoint: Pick<Endpoint, 'access' | 'closedToSupport'>,
): boolean {
  if (viewer.isSupport === true && endpoint.closedToSupport) return false
  const permission = requiredPermissionOf(endpoint)
  return permission === null || hasPermission(viewer, permission)
}
