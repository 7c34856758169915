import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { ConfirmPage } from '../../../ui/dialog-page.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Chart } from '../../../ui/figures/chart.tsx';
import { DaysTable } from '../../../ui/figures/days-table.tsx';
import { MoneyList } from '../../../ui/figures/money-list.tsx';
import { Stars } from '../../../ui/figures/stars.tsx';
import { StatList } from '../../../ui/figures/stat-list.tsx';
import { Trend } from '../../../ui/figures/trend.tsx';
import { InboxLine } from '../../../ui/inbox.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ToastRegion } from '../../../ui/toast.tsx';
import { days, picture } from './examples.ts';
import { Chapter, Shown } from './shown.tsx';

export function PartsShown() {
  return (
    <>
      <Chapter id="messages" title="Messages">
        <Shown name="Toast of success, with a link" wide>
          <ToastRegion
            id="toast-success"
            path="#messages"
            toast={{
              kind: 'success',
              title: 'Purchase Successful',
              text: 'You now have access to this content!',
              link: { href: '#messages', label: 'Open Armbar from closed guard' },
            }}
          />
        </Shown>
        <Shown name="Toast of failure" wide>
          <ToastRegion
            id="toast-error"
            path="#messages"
            toast={{ kind: 'error', title: 'Error', text: 'That did not work. Please try again.' }}
          />
        </Shown>
        <Shown name="Toast to know" wide>
          <ToastRegion
            id="toast-info"
            path="#messages"
            toast={{ kind: 'info', title: 'Like removed', text: 'Removed from your favorites' }}
          />
        </Shown>
        <Shown name="Callout" wide>
          <Callout title="Your videos are being prepared">
            <p>Most are ready within a few minutes. You may leave this page.</p>
          </Callout>
        </Shown>
        <Shown name="Callout of an error" wide>
          <Callout title="Please pay to keep Premium" kind="error">
            <p>Your last payment failed. Your plan ends in three days.</p>
          </Callout>
        </Shown>
        <Shown name="Notice above a list" wide>
          <p className="notice">These are the 12 most viewed.</p>
        </Shown>
        <Shown name="Empty list">
          <Empty title="No content found" text="Try adjusting your filters or search terms">
            <ButtonLink href="#messages">See all techniques</ButtonLink>
          </Empty>
        </Shown>
        <Shown name="Dialog">
          <ConfirmPage
            title="Delete ‘Armbar’?"
            heading="h3"
            text="This cannot be undone."
            confirm="Delete"
            cancel="#messages"
          />
        </Shown>
      </Chapter>
      <Chapter id="marks" title="Marks and pictures">
        <Shown name="Badges">
          <div className="row">
            <Badge>Draft</Badge>
            <Badge tier="free">Free</Badge>
            <Badge tier="premium" icon="gem">
              Premium
            </Badge>
            <Badge tier="vip" icon="crown">
              VIP
            </Badge>
            <Badge colour="bg-green-500">Chosen colour</Badge>
          </div>
        </Shown>
        <Shown name="Belts">
          <div className="stack">
            {['free', 'premium', 'vip'].map((tier) => (
              <div key={tier} className="belt" data-tier={tier} />
            ))}
          </div>
        </Shown>
        <Shown name="Stars: none, few, all">
          <div className="stack">
            <Stars average={0} />
            <Stars average={2.5} count={4} />
            <Stars average={5} count={1204} />
          </div>
        </Shown>
        <Shown name="Avatars">
          <div className="row">
            <Avatar userId={0} size="small" />
            {[0, 1, 2, 3, 4].map((id) => (
              <Avatar key={id} userId={id} />
            ))}
            <Avatar userId={1} size="large" />
          </div>
        </Shown>
        <Shown name="Picture">
          <Picture picture={picture} shape="4x3" />
        </Shown>
        <Shown name="Picture that has not come yet">
          <Picture picture={{ ...picture, src: 'data:,', alt: '' }} shape="4x3" />
        </Shown>
        <Shown name="Picture of a card, which shows its next stills while hovered">
          <Picture picture={{ ...picture, stills: [picture.src, picture.src] }} shape="4x3" />
        </Shown>
      </Chapter>
      <Chapter id="lists" title="Lists and figures">
        <Shown name="Tabs" wide>
          <Tabs
            label="Studio, as an example"
            current="#lists"
            tabs={[
              { href: '#marks', label: 'Upload' },
              { href: '#lists', label: 'Content' },
              { href: '#messages', label: 'Earnings', waiting: 3 },
            ]}
          />
        </Shown>
        <Shown name="What came: unread, read, and gone" wide>
          <ul className="ruled">
            <InboxLine
              picture={<Avatar userId={1} />}
              href="#lists"
              title="Kenji Morita"
              mark={<Badge>2 new</Badge>}
              text="You: Keep the far elbow close."
              foot={<p className="soft small">15:19 UTC</p>}
              isUnread
            />
            <InboxLine
              picture={<Icon name="star" />}
              href="#lists"
              title="4 new ratings of ‘Knee cut’"
              foot={<p className="soft small">15:19 UTC</p>}
              isUnread={false}
            />
            <InboxLine
              picture={<Icon name="play" />}
              href={null}
              title="A former member published a technique that is no longer here"
              foot={<Button kind="quiet">Mark read</Button>}
              isUnread
            />
          </ul>
        </Shown>
        <Shown name="Pages of a list" wide>
          <Pager newer="#lists" older="#lists" />
        </Shown>
        <Shown name="Lines, with a total">
          <Lines
            lines={[
              { label: 'Premium, one month', value: money(999) },
              { label: 'Rest of this month', value: money(-412) },
              { label: 'Due today', value: money(587), isTotal: true },
            ]}
          />
        </Shown>
        <Shown name="Amounts">
          <MoneyList
            lines={[
              { id: 1, title: 'Armbar from closed guard', amount: money(499), note: 'Sold to Nova Silva' },
              {
                id: 2,
                title: 'A very long title that a creator gave to the smallest of all possible details',
                amount: money(49_999),
                note: 'Receipt 2026-0042',
                aside: `${money(499)} refunded`,
              },
            ]}
          />
        </Shown>
        <Shown name="Figures" wide>
          <StatList
            stats={[
              ['Views', '12.3K'],
              ['Likes', '418'],
              ['Earned', money(123_456)],
            ]}
          />
        </Shown>
        <Shown name="Chart, and its table" wide>
          <Chart label="Views" points={days.map(({ day, views }) => ({ day, value: views }))} />
          <Trend total={67} earlier={22} days={7} />
          <DaysTable columns={['Views']} days={days.map(({ day, views }) => ({ day, values: [views] }))} />
        </Shown>
        <Shown name="Charts side by side, and one of nothing" wide>
          <div className="charts">
            <Chart label="Likes" points={days.map(({ day, views }) => ({ day, value: views }))} />
            <Chart label="Sales" points={days.map(({ day }) => ({ day, value: 0 }))} />
          </div>
        </Shown>
      </Chapter>
    </>
  );
}
