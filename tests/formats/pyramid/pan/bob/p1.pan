<?xml version="1.0"?>
<peerAnnotation>
<pyramid>
 <text>
  <line>-----</line>
  <line>D1.A</line>
  <line>-----</line>
  <line>The court freed the host of the show.</line>
  <line>Cattle farmers had sued the host.</line>
  <line>-----</line>
  <line>D1.B</line>
  <line>-----</line>
  <line>A judge freed the show's host, whom farmers sued.</line>
 </text>
 <scu uid="1" label="A court freed the host">
  <contributor label="x">
   <part label="The court freed the host" start="17" end="41"/>
  </contributor>
 </scu>
</pyramid>
<annotation>
 <text>
  <line>The host is free.</line>
  <line>Farmers lost in court.</line>
 </text>
 <peerscu uid="1" label="(1) x">
  <contributor label="x">
   <part label="host is free" start="4" end="16"/>
  </contributor>
 </peerscu>
 <peerscu uid="2" label="(0) x">
 </peerscu>
</annotation>
</peerAnnotation>
