import { Type } from 'typebox'
import type { Static } from 'typebox'
import { NetworkProperty } from '../business/orders.ts'
import { Choice } from '../schemas.ts'

export const PROPERTY_CODES = ['role', 'theme', 'language', 'network_type', 'order_status', 'share_status'] as const

export const PropertiesBody = Type.Object({ code: Choice(PROPERTY_CODES) })
export type PropertiesBody = Static<typeof PropertiesBody>

/** The values of a property with labels in the language of the request; networks have more fields. */
export const Properties = Type.Array(
  Type.Union([NetworkProperty, Type.Object({ value: Type.String(), label: Type.String() })]),
)
export type Properties = Static<typeof Properties>
