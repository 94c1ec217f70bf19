import type { components } from './generated/schema';

type Schemas = components['schemas'];

/** Types of members, orders, promotions and ways to be paid. Source: docs/membership.md, Routes of the console. */

export type MemberState = 'none' | 'active' | 'grace' | 'expired' | 'lifetime';

/** Somebody with an account on a site. Amounts are fen. */
export interface SiteMember {
  id: string;
  identifier: string;
  nickname: string;
  state: MemberState;
  endsAt: string | null;
  packageName: string | null;
  isBlocked: boolean;
  isTest: boolean;
  paidFen: number;
  createdAt: string;
  lastSeenAt: string;
}

export type GrantSource = 'order' | 'redeemCode' | 'manual' | 'import';

/** A membership that was given: months, days or for ever. */
export interface Grant {
  id: string;
  source: GrantSource;
  orderId: string | null;
  packageName: string;
  months: number | null;
  days: number | null;
  isLifetime: boolean;
  isTest: boolean;
  note: string;
  actorNickname: string | null;
  grantedAt: string;
  revokedAt: string | null;
  revokeReason: string;
}

/** A device on which a member is logged in. */
export interface MemberSession {
  id: string;
  userAgent: string;
  network: string;
  createdAt: string;
  lastSeenAt: string;
}

export interface MemberDetail {
  member: SiteMember;
  grants: Grant[];
  orders: Order[];
  sessions: MemberSession[];
}

export interface MemberPage {
  members: SiteMember[];
  nextCursor: string | null;
  counts: Partial<Record<MemberState, number>>;
}

export type MemberSort = 'createdAt' | 'endsAt' | 'lastSeenAt';

export interface MemberQuery {
  search?: string;
  state?: MemberState;
  packageId?: string;
  /** Memberships that end before this moment. */
  endsBefore?: string;
  sort?: MemberSort;
}

export interface NewGrant {
  packageId?: string;
  months?: number;
  days?: number;
  isLifetime?: boolean;
  note: string;
}

export interface ImportReport {
  nImported: number;
  problems: { line: number; problem: string }[];
}

export type OrderMethod = 'manual' | 'stripe' | 'wechatPay' | 'alipay' | 'free';

export type OrderStatus =
  | 'pending'
  | 'awaitingConfirmation'
  | 'paid'
  | 'partiallyRefunded'
  | 'refunded'
  | 'rejected'
  | 'closed';

export type OrderProblem =
  | 'latePayment'
  | 'partialPayment'
  | 'overPayment'
  | 'duplicatePayment'
  | 'foreignPayment';

/** An order with the package as it was. Amounts are fen. */
export interface Order {
  id: string;
  number: string;
  visitorId: string;
  visitorIdentifier: string;
  package: {
    id: string;
    name: string;
    period: 'monthly' | 'yearly' | 'lifetime';
    priceFen: number;
  };
  priceFen: number;
  discountFen: number;
  amountFen: number;
  paidFen: number;
  refundedFen: number;
  couponCode: string | null;
  method: OrderMethod;
  isTest: boolean;
  status: OrderStatus;
  problem: OrderProblem | null;
  payerNote: string;
  reason: string;
  createdAt: string;
  closesAt: string;
  paidAt: string | null;
  updatedAt: string;
}

/** Something that happened to an order. */
export interface OrderEvent {
  id: string;
  kind: string;
  data: Record<string, string | number>;
  actorNickname: string | null;
  createdAt: string;
}

/** Money that came in. */
export interface Payment {
  id: string;
  method: OrderMethod;
  reference: string;
  amountFen: number;
  paidAt: string;
}

/** Money that went back. */
export interface Refund {
  id: string;
  amountFen: number;
  status: 'pending' | 'succeeded' | 'failed';
  reason: string;
  reference: string;
  actorNickname: string | null;
  createdAt: string;
}

export interface OrderDetail {
  order: Order;
  events: OrderEvent[];
  payments: Payment[];
  refunds: Refund[];
}

export interface OrderPage {
  orders: Order[];
  nextCursor: string | null;
  counts: Partial<Record<OrderStatus, number>>;
}

export interface OrderQuery {
  search?: string;
  status?: OrderStatus;
  method?: OrderMethod;
  /** A problem, or `any`. */
  problem?: OrderProblem | 'any';
  from?: string;
  to?: string;
}

/** What a site's team should look at. */
export interface SalesTodo {
  nAwaitingConfirmation: number;
  nProblems: number;
  nExpiring: number;
  revenueFen30Days: number;
}

/** Takes percent or fen off. An empty list of packages means all of them. */
export interface Coupon {
  id: string;
  code: string;
  percentOff: number | null;
  amountOffFen: number | null;
  packageIds: string[];
  startsAt: string | null;
  endsAt: string | null;
  maxUses: number | null;
  maxUsesPerVisitor: number | null;
  nUses: number;
  isArchived: boolean;
  createdAt: string;
}

export type NewCoupon = Omit<Coupon, 'id' | 'nUses' | 'isArchived' | 'createdAt'>;

/** The terms of a coupon as they are from now on; its code and discount stay. */
export type CouponTerms = Omit<NewCoupon, 'code' | 'percentOff' | 'amountOffFen'> &
  Pick<Coupon, 'isArchived'>;

/** Redeem codes that were made together. */
export interface RedeemBatch {
  id: string;
  packageName: string;
  nCodes: number;
  nUsed: number;
  note: string;
  endsAt: string | null;
  revokedAt: string | null;
  createdAt: string;
  createdByNickname: string | null;
}

export interface NewRedeemBatch {
  packageId: string;
  nCodes: number;
  note: string;
  endsAt: string | null;
}

/** A redeem code by its last characters, and who has used it. */
export interface RedeemCode {
  id: string;
  tail: string;
  usedByIdentifier: string | null;
  usedAt: string | null;
}

/** A way to be paid. Keys are written and never read. */
export type PaymentMethod = Schemas['PaymentMethodDto'];
export type PaymentMethodChanges = Schemas['SavePaymentMethodRequest'];
export type PaymentMethodName = PaymentMethod['method'];
