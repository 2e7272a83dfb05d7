//! The scheduled days of each crew.

use serde::Serialize;
use ts_rs::TS;

use super::{
    Sheet,
    period::{ReportDays, ReportPeriod},
    texts::Heading,
};
use crate::{
    jobs::crew_schedule::{Lane, LaneIndex, LaneJob, LaneKind, span_of},
    types::language::Language,
};

/// The work of one crew, subcontractor or employee, by the lanes of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct CrewLoad {
    /// The assignee.
    pub lane: Lane,
    /// How many jobs they have in the period.
    pub jobs: u32,
    /// The days of these jobs in each week or month. Two jobs on one day are two days of work.
    pub days: Vec<u32>,
    /// The sum of these.
    pub total: u32,
}

/// Crew load by week or month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct CrewsReport {
    /// The period of the report.
    pub period: ReportPeriod,
    /// Its weeks or months in order.
    pub parts: Vec<ReportDays>,
    /// The assignees with jobs in it, in the order of the calendar's lanes.
    pub crews: Vec<CrewLoad>,
}

impl CrewsReport {
    /// Counts the days of each assignee's jobs, including complete jobs. The jobs are assigned to lanes as a
    /// company sees them (see [`Lane::of`]).
    #[must_use]
    pub fn of(period: ReportPeriod, jobs: Vec<LaneJob>, own_company: Option<&str>) -> Self {
        let parts = period.parts();
        let in_period = ReportDays { from: period.from, to: period.to };
        let (jobs, spans): (Vec<_>, Vec<_>) = jobs
            .into_iter()
            .filter_map(|job| {
                let span = span_of(&job).filter(|span| in_period.of(*span) > 0)?;
                Some((job, span))
            })
            .unzip();
        let index = LaneIndex::new(jobs, own_company);
        let load = |lane: &Lane| CrewLoad {
            lane: lane.clone(),
            jobs: 0,
            days: vec![0; parts.len()],
            total: 0,
        };
        let mut crews: Vec<CrewLoad> = index.lanes().iter().map(load).collect();
        for (lane, span) in index.positions().zip(spans) {
            let crew = &mut crews[lane];
            crew.jobs += 1;
            crew.total += in_period.of(span);
            let first = parts.partition_point(|part| part.to < span.start_date);
            let beyond = parts.partition_point(|part| part.from <= span.end_date);
            for (days, part) in crew.days.iter_mut().zip(&parts).take(beyond).skip(first) {
                *days += part.of(span);
            }
        }
        Self { period, parts, crews }
    }

    /// As a file: one column for each week or month, with its days as the heading.
    #[must_use]
    pub fn sheet(&self, language: Language) -> Sheet {
        let head = [Heading::Who, Heading::Kind, Heading::Count, Heading::JobDays];
        let mut head = Heading::row(&head, language);
        head.extend(self.parts.iter().map(|part| format!("{} – {}", part.from, part.to)));
        let rows = self.crews.iter().map(|crew| {
            let kind = match crew.lane.kind {
                LaneKind::Subcontractor => Heading::Subcontractor,
                LaneKind::Crew => Heading::Crew,
                LaneKind::Employee => Heading::Employee,
                LaneKind::Unassigned => Heading::Nobody,
            };
            let kind = kind.template(language).to_owned();
            let name = crew.lane.name.clone().unwrap_or_default();
            let mut row = vec![name, kind, crew.jobs.to_string(), crew.total.to_string()];
            row.extend(crew.days.iter().map(u32::to_string));
            row
        });
        std::iter::once(head).chain(rows).collect()
    }
}
