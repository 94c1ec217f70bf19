import type { ComponentType } from 'react';
import type { SalesTab } from '../../config/paths';
import { MembersTab } from './members/members-tab';
import { OrdersTab } from './orders/orders-tab';
import { PaymentsTab } from './payment-methods/payments-tab';
import { PromotionsTab } from './sales/promotions-tab';
import { SubscribersTab } from './subscribers/subscribers-tab';

/** The tabs of members and money, for the router. */
export const tabs: Record<SalesTab, ComponentType> = {
  members: MembersTab,
  subscribers: SubscribersTab,
  orders: OrdersTab,
  promotions: PromotionsTab,
  payments: PaymentsTab,
};
